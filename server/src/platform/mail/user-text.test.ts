import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Config } from '../../config/index.ts'
import type { PlanNotice } from '../../features/plans/plan-mails.ts'
import type { RequestForMail } from '../../features/replacements/replacement-mails.ts'
import { makeAgent } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { addressMail } from './address-mail.ts'
import type { Mail, MailDraft, Recipient } from './mail.ts'
import { renderMail } from './mail-layout.ts'

/** The attacker's text in every field that accepts text. */
const canary = 'You won Rs 50,000'
const url = 'https://raahi.example'

let app: TestApp
let userId: string
beforeAll(async () => {
  app = await createTestApp()
  const fields = { name: canary, company_name: canary, city: canary, email_confirmed_at: null }
  userId = (await makeAgent(app.db, fields)).id
})
afterAll(() => app.close())

interface Sample {
  to: Recipient
  replacement: RequestForMail
  notice: PlanNotice
  payment: never
}

/** Every mail of the product, with the attacker's text in all user text. A new mail needs an entry. */
// biome-ignore lint/suspicious/noExplicitAny: each mail takes different arguments
const samples: Record<string, (mail: any, sample: Sample) => MailDraft | Promise<MailDraft>> = {
  'auth/confirmation-mails confirmEmailMail': (mail, { to }) =>
    mail(to, { token: 'token', publicUrl: url }),
  'auth/confirmation-mails confirmNewEmailMail': (mail, { to }) =>
    mail(to.email, { token: 'token', publicUrl: url }),
  'auth/confirmation-mails emailChangeRequestedMail': (mail, { to }) => mail(to, url),
  'auth/confirmation-mails accountCreatedMail': (mail, { to }) => mail(to, url),
  'auth/reset-mails codeMail': (mail, { to }) => mail(to, 12345),
  'auth/reset-mails passwordChangedMail': (mail, { to }) =>
    mail(to, { at: new Date(), ip: '127.0.0.1' }, { publicUrl: url } as Config),
  'staff/staff-mails staffAddedMail': (mail, { to }) => mail(to, ['support'], url),
  'call-reports/call-report-mails callReportMail': (mail, { to }) =>
    mail(to, { lead: 'LD-000123' }, url),
  'contact/contact-mails messageMail': (mail) =>
    mail(
      { name: canary, email: `"${canary}"@example.com`, message: `Hello\n${canary}` },
      { contactEmail: 'office@example.com', publicUrl: url },
    ),
  // The admin who answers has decided to write to this address (decision 35).
  'contact/contact-mails answerMail': (mail) =>
    mail(
      'traveller@example.com',
      { answer: 'Yes, in May.', quoteForm: true },
      { contactEmail: 'office@example.com', publicUrl: url },
    ),
  // Only an admin enters the address. Names of buyers are in the attached workbook.
  'invoices/statement-mails statementMail': (mail) =>
    mail('accounts@example.com', {
      month: '2026-10',
      statement: { summary: [], sac: [], numbers: [], documents: [] },
      publicUrl: url,
    }),
  'enquiries/enquiry-mails receivedMail': (mail) =>
    mail('traveller@example.com', { reference: 'EN-000123', token: 'token' }, url),
  'enquiries/enquiry-mails linkMail': (mail) =>
    mail('traveller@example.com', { reference: 'RQ-000123', token: 'token' }, url),
  'enquiries/enquiry-mails buyerMail': (mail, { to }) =>
    mail(
      { email: 'traveller@example.com', checkedAt: to.emailConfirmedAt },
      {
        reference: 'RQ-000123',
        token: 'token',
        agent: {
          companyName: canary,
          name: canary,
          city: canary,
          phone: '+919876543210',
          isVerified: false,
          boughtAt: new Date().toISOString(),
        },
      },
      url,
    ),
  'quotes/quote-mails quoteMail': (mail, { to }) =>
    mail(
      { email: 'traveller@example.com', checkedAt: to.emailConfirmedAt },
      {
        agency: { agency_company: canary, agency_agent: canary, agency_email: 'agent@example.com' },
        version: { number: 2, title: canary, total_paise: 100_00, valid_until: '2099-12-31' },
        url: `${url}/quote#secret`,
      },
    ),
  'quotes/quote-mails quoteAnswerMail': (mail, { to }) =>
    mail(to, { kind: 'question', lead: 'LD-000123', purchaseUrl: `${url}/dashboard/quotes/1` }),
  'enquiries/enquiry-mails withdrawnMail': (mail, { to }) =>
    mail(to, { lead: 'LD-000123', erased: false }, url),
  'enquiries/enquiry-mails withdrawnOutsideMail': (mail) =>
    mail('office@example.com', { lead: 'LD-000123', reference: 'EN-000123' }, url),
  'automatic-buying/automatic-buying-mails ruleSetMail': (mail, { to }) =>
    mail(
      to,
      {
        searchName: canary,
        wasOn: false,
        pauseKey: 'key',
        rule: {
          dailyAmount: 500,
          dailyLeads: 5,
          maxPrice: 60,
          walletFloor: 100,
          endsOn: '2031-01-01',
        },
      },
      url,
    ),
  'automatic-buying/automatic-buying-mails automaticPurchaseMail': (mail, { to }) =>
    mail(
      to,
      {
        lead_number: 123,
        cost_paise: 5000,
        paid_with: 'wallet',
        plan_name: null,
        bought_at: new Date(),
        search_name: canary,
        pause_key: 'key',
        wallet_paise: 5000,
        daily_paise: 50_000,
        daily_leads: 10,
        day_paise: 5000,
        day_leads: 1,
      },
      url,
    ),
  'saved-searches/alert-mails alertMail': (mail, { to }) =>
    mail(to, {
      leads: [
        {
          id: 'id',
          number: 123,
          destination: canary,
          city: canary,
          travel_date: null,
          travel_month: 'January',
          trip_type: 'Family',
          lead_type: 'domestic',
          adult: 2,
          children: 1,
          price_paise: 5000,
        },
      ],
      searches: [canary],
      publicUrl: url,
      unsubscribeUrl: `${url}/alerts/stop?keys=key`,
    }),
  'pipeline/reminder-mails followUpMail': (mail, { to }) =>
    mail(to, {
      due: [
        {
          number: 123,
          destination: canary,
          follow_up_on: '2031-05-10',
          follow_up_minute: 990,
          is_overdue: false,
        },
      ],
      total: 1,
      publicUrl: url,
      unsubscribeUrl: `${url}/reminders/stop?key=key`,
    }),
  'payments/payment-mails paymentConfirmationMail': (mail, { payment }) =>
    mail(app.db, {
      order: { user_id: userId },
      payment,
      subscription: null,
      failedBefore: false,
      publicUrl: url,
    }),
  'payments/refund-mails refundStartedMail': (mail, { payment }) =>
    mail(app.db, { payment, cause: 'expired' }),
  'payments/refund-mails refundDoneMail': (mail, { payment }) =>
    mail(app.db, { payment, refund: { cause: 'admin', amount_paise: 5000 }, publicUrl: url }),
  'payments/refund-mails adminRefundMail': (mail, { to }) =>
    mail(
      to,
      {
        payment: { amount_paise: 5000, gateway_payment_id: 'pay_1', plan_name: null },
        amountPaise: 5000,
        reason: canary,
        walletPaise: 0,
        planEnded: false,
      },
      url,
    ),
  'invoices/invoice-mails replacedInvoiceMail': (mail, { to }) =>
    mail(to, {
      replacedNumber: 'RA/26-27/000001',
      creditNote: { number: 'CN/26-27/000001', url },
      newInvoice: { number: 'RA/26-27/000002', url },
      totalPaise: 5000,
    }),
  'plans/plan-mails assignedMail': (mail, { to, notice }) =>
    mail(to, { ...notice, price_paise: 100_00 }, url),
  'plans/plan-mails boughtMail': (mail, { to, notice }) =>
    mail(to, {
      subscription: { ...notice, price_paise: 100_00 },
      walletPaise: 5000,
      publicUrl: url,
    }),
  'plans/plan-mails reminderMail': (mail, { notice }) => mail(notice, url),
  'plans/plan-mails usedUpMail': (mail, { notice }) => mail(notice, url),
  'profile/profile-mails ownPasswordChangedMail': (mail, { to }) => mail(to, '127.0.0.1', url),
  'purchases/purchase-mails purchaseConfirmationMail': (mail, { to }) =>
    mail(
      to,
      { lead_number: 123, cost_paise: 5000, paid_with: 'wallet', bought_at: new Date() },
      url,
    ),
  'replacements/replacement-mails noticeMail': (mail, { replacement, to }) =>
    mail(replacement, to, url),
  'replacements/replacement-mails confirmationMail': (mail, { replacement, to }) =>
    mail(replacement, to, url),
  'replacements/replacement-mails questionMail': (mail) =>
    mail('traveller@example.com', { reference: 'RQ-000123', token: 'token' }, url),
  'replacements/replacement-mails decisionMail': (mail, { replacement, to }) =>
    mail(replacement, to, url),
  'two-factor/two-factor-mails twoFactorMail': (mail, { to }) => mail('on', to, { publicUrl: url }),
  'kyc/kyc-mails kycApprovedMail': (mail, { to }) => mail(to, url),
  'kyc/kyc-mails kycRejectedMail': (mail, { to }) => mail(to, { code: 'other', note: canary }, url),
  'members/member-mails invitationMail': (mail, { to }) =>
    mail(to, { token: 'token', role: 'caller' }, url),
  'members/member-mails handedOverMail': (mail, { to }) => mail(to, canary, url),
  'users/user-mails suspendedMail': (mail, { to }) => mail(to, url),
  'users/user-mails reactivatedMail': (mail, { to }) => mail(to, url),
  'users/user-mails emailChangedMail': (mail, { to }) => mail(to, `${canary}@example.com`, url),
  'wallets/wallet-mails rechargeMail': (mail, { to }) =>
    mail(to, { amountPaise: 5000, walletPaise: 5000, reference: canary, note: canary }, url),
  'wallets/wallet-mails correctionMail': (mail, { to }) =>
    mail(
      to,
      {
        amountPaise: 5000,
        walletPaise: 5000,
        reason: canary,
        rechargePaise: 9000,
        rechargeLabel: 'TX-000123',
      },
      url,
    ),
  'webhooks/webhook-mails webhookStoppedMail': (mail, { to }) =>
    mail(to, { url: `https://example.com/${canary}`, reason: 'failing' }, url),
}

const appealed = {
  reason: `Wrong number: ${canary}`,
  rejectedAt: new Date().toISOString(),
  rejectionCode: 'other',
  rejectionReason: canary,
  pictures: [],
  rejectedBy: { _id: 'id', name: canary },
  needsOtherAdmin: true,
} satisfies RequestForMail['request']['appealsAgainst']

function sampleFor(
  emailConfirmedAt: Date | null,
  appealsAgainst: RequestForMail['request']['appealsAgainst'] = null,
): Sample {
  const to = { email: 'stranger@example.com', name: canary, emailConfirmedAt }
  return {
    to,
    replacement: {
      reason: { code: 'wrong-number', text: canary },
      request: {
        lead: { leadId: 'LD-000123', name: canary, destination: canary, city: canary },
        user: { name: canary, email: to.email, companyName: canary },
        reason: `Wrong number: ${canary}`,
        paidWith: 'wallet',
        cost: 50,
        status: 'rejected',
        rejectionCode: null,
        rejectionReason: canary,
        attempt: 1,
        appealsAgainst,
        checks: [] as RequestForMail['request']['checks'],
        askedBefore: { requests: 0, approved: 0, rejected: 0, purchases: 1 },
      } as RequestForMail['request'],
    },
    notice: {
      ...to,
      plan_name: 'Starter',
      type: 'both',
      lead_quota: 10,
      leads_used: 5,
      ends_at: new Date(),
      told_at: new Date(),
      days_left: 2,
      has_other_plans: false,
    },
    payment: {
      user_id: userId,
      amount_paise: 100_00,
      instrument: null,
      gateway_payment_id: 'pay_1',
    } as never,
  }
}

describe('text that users wrote', () => {
  test('is tested in every mail of the product', async () => {
    expect((await readMailFunctions()).map(({ name }) => name).sort()).toEqual(
      Object.keys(samples).sort(),
    )
  })

  test('is never sent to an unconfirmed address', async () => {
    const leaking: string[] = []
    for (const { name, mail } of await readMailFunctions()) {
      for (const sample of [sampleFor(null), sampleFor(null, appealed)]) {
        const draft = await samples[name]?.(mail, sample)
        // The operator's address is confirmed by the settings; replies go to the visitor.
        if (!draft || draft.to.email === 'office@example.com') continue
        if (shownText(addressMail(draft)).includes(canary)) leaking.push(name)
      }
    }
    expect(leaking).toEqual([])
  })

  test('is sent to a confirmed address', async () => {
    const named = addressMail(
      await (samples['replacements/replacement-mails confirmationMail'] as never as Mailer)(
        (await import('../../features/replacements/replacement-mails.ts')).confirmationMail,
        sampleFor(new Date()),
      ),
    )
    expect(named.greeting).toBe(`Hello ${canary},`)
    expect(named.facts).toContainEqual(['Details', canary])
  })

  test('of an appeal and its rejection is sent to a confirmed address', async () => {
    const mails = await import('../../features/replacements/replacement-mails.ts')
    const notice = addressMail(
      await (samples['replacements/replacement-mails noticeMail'] as never as Mailer)(
        mails.noticeMail,
        sampleFor(new Date(), appealed),
      ),
    )
    expect(notice.subject).toContain('Appeal for lead')
    expect(notice.facts).toContainEqual(['Rejected before', canary])
  })
})

type Mailer = (mail: unknown, sample: Sample) => MailDraft

/** All parts of a mail that a reader or a mail program shows. */
function shownText(mail: Mail): string {
  const { subject, html, text } = renderMail(mail)
  return [subject, html, text, mail.replyTo].join('\n')
}

/** The mail functions of all `*-mails.ts` files. */
async function readMailFunctions(): Promise<{ name: string; mail: unknown }[]> {
  const root = join(import.meta.dirname, '../..')
  const found: { name: string; mail: unknown }[] = []
  for await (const path of glob('{features,platform}/*/{,public/}*-mails.ts', { cwd: root })) {
    if (path.endsWith('/list-written-mails.ts')) continue
    const exported = Object.entries(await import(join(root, path)))
    for (const [name, mail] of exported) {
      if (typeof mail === 'function')
        found.push({
          name: `${path.slice(path.indexOf('/') + 1, -3).replace('/public/', '/')} ${name}`,
          mail,
        })
    }
  }
  return found
}
