import { convertEnquiry } from '@raahi/contract/enquiries'
import { withdrawOwnEnquiry } from '@raahi/contract/own-enquiry'
import { erasePersonalData } from '@raahi/contract/personal-data'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import { makeAdmin, makeEnquiry } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { enquiryInvariants } from './enquiry-invariants.ts'

// Each invariant must fail for every change that violates it.

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  const admin = await makeAdmin(app.db)
  const body = {
    name: 'Meera Nair',
    phone: '9876543210',
    email: 'meera@example.org',
    city: 'Kochi',
    destination: 'Goa',
  }
  await makeEnquiry(app.db, { name: 'waiting' })
  for (const name of ['converted', 'withdrawn', 'erased']) {
    const { id, token } = await makeEnquiry(app.db, { name, phone: `+9198${name.length}0000000` })
    await app.as(admin).call(convertEnquiry, { params: { id }, body: { ...body, name } })
    if (name === 'withdrawn') await app.call(withdrawOwnEnquiry, { params: { token } })
  }
  await app.as(admin).call(erasePersonalData, { body: { phone: '+919860000000' } })
})
afterAll(() => app.close())

const enquiry = (name: string) => `(select id from enquiries where name = '${name}')`
const leadOf = (name: string) => `(select id from leads where name = '${name}')`

const violations: Record<string, string[]> = {
  'each converted enquiry has one lead with its consent, every other enquiry has none': [
    `delete from lead_origins where enquiry_id = ${enquiry('converted')}`,
    `update lead_origins set enquiry_id = ${enquiry('waiting')}
        where enquiry_id = ${enquiry('converted')}`,
    `update lead_origins set consent_at = consent_at + interval '1 microsecond'
        where enquiry_id = ${enquiry('converted')}`,
    `update lead_origins set consent_text = 'anything' where enquiry_id = ${enquiry('converted')}`,
  ],
  'no lead of a withdrawn or erased enquiry is for sale': [
    `update leads set deleted_at = null, deleted_cause = null where id = ${leadOf('withdrawn')}`,
    `update leads set deleted_at = null, deleted_cause = null where id = ${leadOf('Erased')}`,
  ],
  'the verified contacts of a lead are those of its enquiry': [
    `update leads set email_verified_at = now() where id = ${leadOf('converted')}`,
    `update leads set phone_verified_at = now() where id = ${leadOf('converted')}`,
    `with marked as (update leads set phone_verified_at = now() where id = ${leadOf('converted')} returning id)
      delete from lead_origins where lead_id in (select id from marked)`,
  ],
  'a contact that is not known is not verified': [
    `update enquiries set phone_verified_at = now() where erased_at is not null`,
    `update leads set email_verified_at = now() where id = ${leadOf('Erased')}`,
  ],
  'erased rows are empty, and the audit log has no personal data of them': [
    `update leads set phone = '+919876543210' where id = ${leadOf('Erased')}`,
    `insert into audit_personal_data (audit_id, subject_id)
      select -1, id from enquiries where erased_at is not null`,
    `insert into enquiry_links (token_hash, enquiry_id)
      select '\\x00', id from enquiries where erased_at is not null`,
  ],
  'personal data of travellers is in audit_personal_data only': [
    `insert into audit_log (actor_role, action, subject_type, after)
      values ('console', 'lead.edit', 'lead', '{"phone": "+919876543210"}')`,
  ],
}

/** Thrown to roll a violation back. */
class FoundRows extends Error {
  readonly rows: number
  constructor(rows: number) {
    super('rolled back')
    this.rows = rows
  }
}

describe('the audit of enquiries', () => {
  it('has a violation for each invariant', () => {
    expect(Object.keys(violations)).toEqual(Object.keys(enquiryInvariants))
  })

  it.each(
    Object.entries(violations).flatMap(([name, statements]) =>
      statements.map((violation) => [name, violation] as const),
    ),
  )('detects a violation of: %s: %s', async (name, violation) => {
    await expectAllInvariantsHold(app.database)
    const broken = await app.db
      .transaction()
      .execute(async (tx) => {
        await sql.raw(violation).execute(tx)
        const { rows } = await sql.raw(enquiryInvariants[name] ?? '').execute(tx)
        return Promise.reject(new FoundRows(rows.length))
      })
      .catch((thrown: unknown) => {
        if (thrown instanceof FoundRows) return thrown.rows
        throw thrown
      })
    expect(broken, violation).toBeGreaterThan(0)
  })
})

describe('the database', () => {
  it.each([
    `update enquiries set erased_at = now() where name = 'converted'`,
    `update enquiries set status = 'rejected' where name = 'waiting'`,
    `update enquiries set status = 'converted' where name = 'waiting'`,
    `update enquiries set status = 'withdrawn' where name = 'waiting'`,
    `update leads set deleted_cause = 'erased' where name = 'converted'`,
    `insert into lead_origins select ${leadOf('withdrawn')}, enquiry_id, source, consent_text,
      consent_version, consent_at from lead_origins where enquiry_id = ${enquiry('converted')}`,
  ])('refuses: %s', async (statement) => {
    await expect(sql.raw(statement).execute(app.db)).rejects.toThrow(/constraint/)
  })
})
