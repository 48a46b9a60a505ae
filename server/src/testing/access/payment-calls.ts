import { createOrderWallet } from '@raahi/contract/payments'
import { withTransaction } from '../../platform/database/transaction.ts'
import { captureTopUp } from '../captured-payments.ts'
import { giveMoney, givePlan, type MadeUser, makePlan } from '../factories.ts'
import { openGateway } from '../gateway.ts'
import { makeMoneyRequest } from '../make-money-request.ts'
import { type TestApp, uniqueText } from '../test-app.ts'
import type { AccessCalls } from './access-calls.ts'

const planForm = () => ({
  planId: uniqueText(),
  planName: 'Explorer',
  price: 500,
  description: 'Leads for a month',
  validity: 30,
  numberOfLeads: 10,
})

/** The calls about plans, payments, invoices and transactions. */
export const paymentCalls: AccessCalls = {
  statuses: {
    //                      an. gar exp ref end sus age oth adm
    listPlans: '            401 401 401 401 401 401 200 200 200',
    createPlan: '           401 401 401 401 401 401 403 403 200',
    updatePlan: '           401 401 401 401 401 401 403 403 200',
    deletePlan: '           401 401 401 401 401 401 403 403 200',
    getAllPlansOfUser: '    401 401 401 401 401 401 200 404 200',
    addUsersPlanByAdmin: '  401 401 401 401 401 401 403 403 200',
    payPlanFromWallet: '    401 401 401 401 401 401 200 200 403',
    purchasePlan: '         401 401 401 401 401 401 200 402 403',
    createorderPlan: '      401 401 401 401 401 401 200 200 403',
    createorderWallet: '    401 401 401 401 401 401 200 200 403',
    paymentVerification: '  401 401 401 401 401 401 200 404 403',
    getOrder: '             401 401 401 401 401 401 200 404 403',
    getRefundablePayment: ' 401 401 401 401 401 401 403 403 200',
    refundPayment: '        401 401 401 401 401 401 403 403 200',
    listMyInvoices: '       401 401 401 401 401 401 200 200 403',
    listInvoices: '         401 401 401 401 401 401 403 403 200',
    exportInvoices: '       401 401 401 401 401 401 403 403 200',
    getInvoiceSeller: '     401 401 401 401 401 401 200 200 200',
    getInvoice: '           401 401 401 401 401 401 200 404 200',
    getInvoicePdf: '        401 401 401 401 401 401 200 404 200',
    exportStatement: '      401 401 401 401 401 401 403 403 200',
    getStatementMail: '     401 401 401 401 401 401 403 403 200',
    sendStatement: '        401 401 401 401 401 401 403 403 200',
    getInvoiceReplacement: '401 401 401 401 401 401 403 403 200',
    replaceInvoice: '       401 401 401 401 401 401 403 403 200',
    adminWalletRecharge: '  401 401 401 401 401 401 403 403 200',
    listMoneyRequests: '    401 401 401 401 401 401 403 403 200',
    decideMoneyRequest: '   401 401 401 401 401 401 403 403 200',
    getRecharge: '          401 401 401 401 401 401 403 403 200',
    correctRecharge: '      401 401 401 401 401 401 403 403 200',
    myTransactions: '       401 401 401 401 401 401 200 200 403',
    myPlanLeads: '          401 401 401 401 401 401 200 200 403',
    getUserStatement: '     401 401 401 401 401 401 403 403 200',
    exportMyTransactions: ' 401 401 401 401 401 401 200 200 403',
    getMyReceipt: '         401 401 401 401 401 401 404 404 403',
    getUserReceipt: '       401 401 401 401 401 401 403 403 404',
    getChainHead: '         401 401 401 401 401 401 403 403 200',
    allTransactions: '      401 401 401 401 401 401 403 403 200',
    getTransactionSummary: '401 401 401 401 401 401 403 403 200',
    exportTransactions: '   401 401 401 401 401 401 403 403 200',
    getMoneyTimeline: '     401 401 401 401 401 401 403 403 404',
    findUnpaidOrders: '     401 401 401 401 401 401 403 403 200',
  },
  notFound: {
    getMyReceipt: 'NO_RECEIPT_YET',
    getUserReceipt: 'NO_RECEIPT_YET',
    getAllPlansOfUser: 'USER_NOT_FOUND',
    paymentVerification: 'ORDER_NOT_FOUND',
    getOrder: 'ORDER_NOT_FOUND',
    getMoneyTimeline: 'TRANSACTION_NOT_FOUND',
    getInvoice: 'INVOICE_NOT_FOUND',
    getInvoicePdf: 'INVOICE_NOT_FOUND',
  },
  requests: {
    listPlans: async () => ({}),
    createPlan: async () => ({ body: planForm() }),
    updatePlan: async (app) => ({ params: { id: (await makePlan(app.db)).id }, body: planForm() }),
    deletePlan: async (app) => ({ params: { id: (await makePlan(app.db)).id } }),
    getAllPlansOfUser: async (_, agent) => ({ query: { userId: agent.id } }),
    addUsersPlanByAdmin: async (app, agent) => ({
      body: { userId: agent.id, planId: (await makePlan(app.db)).id },
    }),
    payPlanFromWallet: async (app, agent) => {
      const plan = await makePlan(app.db)
      await giveMoney(app.database, agent.id, plan.price_paise)
      return { body: { planId: plan.id, expectedPrice: plan.price_paise / 100 } }
    },
    purchasePlan: async (app, agent) => {
      const plan = await makePlan(app.db)
      await givePlan(app.database, agent.id, plan)
      return { body: { planId: plan.id } }
    },
    createorderPlan: async (app) => ({ body: { planId: (await makePlan(app.db)).id } }),
    createorderWallet: async () => ({ body: { amount: 100 } }),
    paymentVerification: async (app, agent) => ({
      body: await openGateway(app).pay(await orderOf(app, agent)),
    }),
    getOrder: async (app, agent) => ({ params: { orderId: await orderOf(app, agent) } }),
    getRefundablePayment: async (app, agent) => ({ params: { id: await paymentOf(app, agent) } }),
    refundPayment: async (app, agent) => ({
      body: { transactionId: await paymentOf(app, agent), amount: 1, reason: 'Paid twice' },
    }),
    listMyInvoices: async () => ({}),
    listInvoices: async () => ({ query: { kind: 'invoice' } }),
    exportInvoices: async () => ({ query: { kind: 'invoice' } }),
    getInvoiceSeller: async () => ({}),
    getInvoice: async (app, agent) => ({ params: { id: await makeInvoice(app, agent) } }),
    getInvoicePdf: async (app, agent) => ({ params: { id: await makeInvoice(app, agent) } }),
    exportStatement: async () => ({ query: { startDate: '2026-10-01', endDate: '2026-10-31' } }),
    getStatementMail: async () => ({}),
    sendStatement: async (app) => {
      await app.db
        .updateTable('settings')
        .set({ accountant_email: 'accounts@example.com', accountant_since: '2026-01-01' })
        .execute()
      return { body: { seenAt: null } }
    },
    getInvoiceReplacement: async (app, agent) => ({
      params: { id: await makeInvoice(app, agent) },
    }),
    replaceInvoice: async (app, agent) => ({
      body: { invoiceId: await makeInvoice(app, agent), gstin: '', stateCode: '27' },
    }),
    getRecharge: async (app, agent) => ({ params: { id: await rechargeOf(app, agent) } }),
    correctRecharge: async (app, agent) => ({
      body: { transactionId: await rechargeOf(app, agent), amount: 1, reason: 'Typed twice' },
    }),
    adminWalletRecharge: async (_, agent) => ({ body: { userId: agent.id, amount: 10 } }),
    listMoneyRequests: async () => ({}),
    decideMoneyRequest: async ({ db }, agent) => ({
      params: { id: await makeMoneyRequest(db, agent.id) },
      body: { action: 'approve' },
    }),
    myTransactions: async () => ({}),
    myPlanLeads: async () => ({}),
    getUserStatement: async (_, agent) => ({ params: { userId: agent.id } }),
    exportMyTransactions: async () => ({}),
    // No day is sealed.
    getMyReceipt: async () => ({}),
    getUserReceipt: async (_, agent) => ({ params: { userId: agent.id } }),
    getChainHead: async () => ({}),
    allTransactions: async () => ({ query: { limit: 2 } }),
    getTransactionSummary: async () => ({}),
    exportTransactions: async () => ({ query: { method: 'lead_wallet' } }),
    getMoneyTimeline: async () => ({ params: { id: crypto.randomUUID() } }),
    findUnpaidOrders: async () => ({ query: { search: 'order' } }),
  },
}

async function makeInvoice({ database, config }: TestApp, { id: userId }: MadeUser) {
  const { invoiceId } = await withTransaction(database, (tx) =>
    captureTopUp(tx, config, { userId, amountPaise: 118_00 }),
  )
  return invoiceId
}

async function paymentOf({ database, config }: TestApp, { id: userId }: MadeUser) {
  const { paymentId } = await withTransaction(database, (tx) =>
    captureTopUp(tx, config, { userId, amountPaise: 118_00 }),
  )
  return paymentId
}

/** A top-up order of this agent. */
async function orderOf(app: TestApp, agent: MadeUser): Promise<string> {
  const { data } = await app.as(agent).call(createOrderWallet, { body: { amount: 100 } })
  return data.orderId ?? ''
}

async function rechargeOf(app: TestApp, agent: MadeUser): Promise<string> {
  return giveMoney(app.database, agent.id, 100)
}
