import type { OwnEnquiry } from '../../contract/src/own-enquiry.ts'

/** The fields of an enquiry that an agent has bought. */
export const boughtEnquiry: Partial<OwnEnquiry> = {
  status: 'converted',
  situation: 'with-agent',
  isUnderReview: false,
  canCorrect: false,
  agent: {
    companyName: 'Venkatanarasimharajuvaripeta Holidays and Pilgrimages',
    name: 'Lakshmi Venkataraman',
    city: 'Thiruvananthapuram',
    phone: '+919812345678',
    isVerified: true,
    boughtAt: '2026-11-20T10:00:00.000Z',
    isReturned: false,
  },
  reportableFrom: '2026-11-21T10:00:00.000Z',
  callReport: null,
  disclosures: [
    {
      kind: 'bought',
      at: '2026-11-20T10:00:00.000Z',
      agent: {
        companyName: 'Venkatanarasimharajuvaripeta Holidays and Pilgrimages',
        name: 'Lakshmi Venkataraman',
      },
    },
    { kind: 'exported', at: '2026-11-20T09:00:00.000Z', agent: null },
    { kind: 'opened', at: '2026-11-20T08:00:00.000Z', agent: null },
  ],
  hasOlderViews: false,
}
