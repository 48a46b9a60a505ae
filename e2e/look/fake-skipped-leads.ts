import type { Page } from '@playwright/test'
import { skipReasons } from '../../contract/src/automatic-buying.ts'
import { fakeAnswer } from './fake-answers.ts'

/** A rule that has skipped leads for every reason. */
export async function fakeSkippedLeads(page: Page): Promise<void> {
  const leads = skipReasons.map((reason, at) => ({
    _id: `01a20000-0000-7000-8000-0000000000${10 + at}`,
    leadId: `LD-0001${10 + at}`,
    city: at % 3 ? 'Thiruvananthapuram' : null,
    destination: at % 4 ? 'Andaman and Nicobar Islands' : 'Goa',
    travelDate: at % 2 ? '2026-12-24' : null,
    travelMonth: at % 2 ? null : 'December',
    reason,
    price: reason === 'no-price' ? null : 60,
    skippedAt: `2026-11-20T06:${50 - at}:00.000Z`,
    isForSale: at % 3 === 1,
  }))
  await fakeAnswer(page, '**/automaticBuying/skipped', leads)
}
