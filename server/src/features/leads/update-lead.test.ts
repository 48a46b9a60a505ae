import { updateLead } from '@raahi/contract/leads'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MadeUser, makeAdmin, makeLead } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser

beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
})
afterAll(() => app.close())

const missing = {
  phone: 'Phone number is required',
  email: 'Email is required',
  city: 'City is required',
  destination: 'Destination is required',
}

// An update is either the complete form or a status. The errors are those of the one that the body resembles.
it.each([
  [{ name: ' ' }, { name: 'Name is required', ...missing }],
  [{}, { name: 'Name is required', ...missing }],
  [{ name: 'Asha' }, missing],
  [{ satatus: 'gone' }, { satatus: 'Choose buy or sold.' }],
])(
  'an update of a lead with %j is rejected with the errors of its form',
  async (body, fieldErrors) => {
    const id = await makeLead(app.db)
    const refused = await app.as(admin).call(updateLead, { params: { id }, body })
    expect(refused).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
    expect(refused.fieldErrors).toEqual(fieldErrors)
  },
)
