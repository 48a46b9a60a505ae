import { onePixel } from '../pictures.ts'
import { makeQuoteDraft, makeQuoteTemplate, makeSentQuote, storeLogo } from '../quotes.ts'
import { formOf, uniqueText } from '../test-app.ts'
import type { AccessCalls } from './access-calls.ts'

const emptyQuote = {
  title: '',
  days: [],
  inclusions: '',
  exclusions: '',
  terms: '',
  pricePerPersonPaise: 0,
  persons: 1,
  gst: 'none',
  validUntil: null,
}

/** The calls about quotes. */
export const quoteCalls: AccessCalls = {
  statuses: {
    //                    an. gar exp ref end sus age oth adm
    getPurchaseQuote: '   401 401 401 401 401 401 200 404 403',
    openQuoteDraft: '     401 401 401 401 401 401 200 404 403',
    getQuote: '           401 401 401 401 401 401 200 404 403',
    getQuoteVersion: '    401 401 401 401 401 401 200 404 403',
    getLastQuote: '       401 401 401 401 401 401 200 404 403',
    saveQuoteDraft: '     401 401 401 401 401 401 200 404 403',
    discardQuoteDraft: '  401 401 401 401 401 401 200 404 403',
    sendQuote: '          401 401 401 401 401 401 200 404 403',
    createQuoteLink: '    401 401 401 401 401 401 200 404 403',
    mailQuote: '          401 401 401 401 401 401 200 404 403',
    withdrawQuote: '      401 401 401 401 401 401 200 404 403',
    getQuotePdf: '        401 401 401 401 401 401 200 404 403',
    getSharedQuotePdf: '  200 200 200 200 200 200 200 200 200',
    getSharedQuoteLogo: ' 200 200 200 200 200 200 200 200 200',
    listQuoteTemplates: ' 401 401 401 401 401 401 200 200 403',
    getQuoteTemplate: '   401 401 401 401 401 401 200 404 403',
    createQuoteTemplate: '401 401 401 401 401 401 201 404 403',
    updateQuoteTemplate: '401 401 401 401 401 401 200 404 403',
    deleteQuoteTemplate: '401 401 401 401 401 401 200 404 403',
    setAgencyLogo: '      401 401 401 401 401 401 200 200 403',
    removeAgencyLogo: '   401 401 401 401 401 401 200 200 403',
    getAgencyLogo: '      401 401 401 401 401 401 200 404 403',
    readSharedQuote: '    200 200 200 200 200 200 200 200 200',
    answerSharedQuote: '  200 200 200 200 200 200 200 200 200',
  },
  notFound: {
    getQuotePdf: 'QUOTE_NOT_FOUND',
    getQuoteTemplate: 'QUOTE_TEMPLATE_NOT_FOUND',
    createQuoteTemplate: 'QUOTE_NOT_FOUND',
    updateQuoteTemplate: 'QUOTE_TEMPLATE_NOT_FOUND',
    deleteQuoteTemplate: 'QUOTE_TEMPLATE_NOT_FOUND',
    getAgencyLogo: 'FILE_NOT_FOUND',
    getPurchaseQuote: 'LEAD_NOT_FOUND',
    openQuoteDraft: 'LEAD_NOT_FOUND',
    getQuote: 'QUOTE_NOT_FOUND',
    getQuoteVersion: 'QUOTE_NOT_FOUND',
    getLastQuote: 'QUOTE_NOT_FOUND',
    saveQuoteDraft: 'QUOTE_NOT_FOUND',
    discardQuoteDraft: 'QUOTE_NOT_FOUND',
    sendQuote: 'QUOTE_NOT_FOUND',
    createQuoteLink: 'QUOTE_NOT_FOUND',
    mailQuote: 'QUOTE_NOT_FOUND',
    withdrawQuote: 'QUOTE_NOT_FOUND',
  },
  requests: {
    getPurchaseQuote: async (app, agent) => ({
      params: { id: (await makeSentQuote(app.database, agent.id)).purchaseId },
    }),
    openQuoteDraft: async (app, agent) => ({
      params: { id: (await makeSentQuote(app.database, agent.id)).purchaseId },
    }),
    getQuote: async (app, agent) => ({
      params: { id: (await makeSentQuote(app.database, agent.id)).id },
    }),
    getQuoteVersion: async (app, agent) => ({
      params: { id: (await makeSentQuote(app.database, agent.id)).id, version: '1' },
    }),
    getLastQuote: async (app, agent) => ({
      params: { id: (await makeSentQuote(app.database, agent.id)).id },
    }),
    saveQuoteDraft: async (app, agent) => {
      const { id, revision } = await makeQuoteDraft(app.database, agent.id)
      return { params: { id }, body: { ...emptyQuote, revision } }
    },
    discardQuoteDraft: async (app, agent) => ({
      params: { id: (await makeQuoteDraft(app.database, agent.id)).id },
    }),
    sendQuote: async (app, agent) => {
      const { id, revision } = await makeQuoteDraft(app.database, agent.id)
      return { params: { id }, body: { revision } }
    },
    createQuoteLink: async (app, agent) => ({
      params: { id: (await makeSentQuote(app.database, agent.id)).id },
    }),
    mailQuote: async (app, agent) => ({
      params: { id: (await makeSentQuote(app.database, agent.id)).id },
    }),
    withdrawQuote: async (app, agent) => ({
      params: { id: (await makeSentQuote(app.database, agent.id)).id },
    }),
    getQuotePdf: async (app, agent) => ({
      params: { id: (await makeSentQuote(app.database, agent.id)).id, version: '1' },
    }),
    getSharedQuotePdf: async (app, agent) => ({
      body: { secret: (await makeSentQuote(app.database, agent.id)).secret },
    }),
    getSharedQuoteLogo: async (app, agent) => {
      await storeLogo(app, agent.id, await onePixel)
      return { body: { secret: (await makeSentQuote(app.database, agent.id)).secret } }
    },
    listQuoteTemplates: async () => ({}),
    getQuoteTemplate: async (app, agent) => ({
      params: { id: await makeQuoteTemplate(app.database, agent.id) },
    }),
    createQuoteTemplate: async (app, agent) => {
      const { id: quoteId } = await makeSentQuote(app.database, agent.id)
      return { body: { quoteId, name: uniqueText(), destination: 'Goa' } }
    },
    updateQuoteTemplate: async (app, agent) => ({
      params: { id: await makeQuoteTemplate(app.database, agent.id) },
      body: { name: uniqueText(), destination: '' },
    }),
    deleteQuoteTemplate: async (app, agent) => ({
      params: { id: await makeQuoteTemplate(app.database, agent.id) },
    }),
    setAgencyLogo: async () => ({
      body: formOf({}, { field: 'logo', name: 'logo.png', bytes: await onePixel }),
    }),
    removeAgencyLogo: async () => ({}),
    getAgencyLogo: async (app, agent) => {
      await storeLogo(app, agent.id, await onePixel)
      return {}
    },
    readSharedQuote: async (app, agent) => ({
      body: { secret: (await makeSentQuote(app.database, agent.id)).secret },
    }),
    answerSharedQuote: async (app, agent) => ({
      body: {
        secret: (await makeSentQuote(app.database, agent.id)).secret,
        version: 1,
        kind: 'like',
      },
    }),
  },
}
