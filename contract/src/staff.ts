import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { emailField, id, instant, nameField } from './fields.ts'
import { currentPassword } from './passwords.ts'
import { staffRights } from './staff-rights.ts'
import { userStatuses } from './users.ts'

/** The rights of an admin, each once and in the order of `staffRights`. */
const rights = z
  .array(z.enum(staffRights), { error: 'Choose at least one right.' })
  .min(1, { error: 'Choose at least one right.' })
  .transform((chosen) => staffRights.filter((right) => chosen.includes(right)))

/** An admin, as admins with the right `settings` see it. */
const staffMember = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  rights: z.array(z.enum(staffRights)),
  userStatus: z.enum(userStatuses),
  /** Whether the login asks for a second factor. */
  twoFactor: z.boolean(),
  /** When a session was last renewed; null: never logged in. */
  lastActiveAt: instant.nullable(),
})
export type StaffMember = z.output<typeof staffMember>

export const listStaff = endpoint('GET', '/api/staff', {
  name: 'listStaff',
  summary: 'List the admins with their rights, active ones first, by name',
  access: 'admin',
  right: 'settings',
  answer: z.array(staffMember),
})

export const addStaff = endpoint('POST', '/api/staff', {
  name: 'addStaff',
  summary: 'Create an admin, who chooses the password with a code that is mailed',
  access: 'admin',
  right: 'settings',
  body: z.strictObject({ name: nameField(), email: emailField(), rights, currentPassword }),
  answer: staffMember,
  status: 201,
  message: 'Admin added. We have sent an email.',
  errors: ['EMAIL_TAKEN', 'CURRENT_PASSWORD_WRONG', 'TOO_MANY_REQUESTS'],
})

export const changeStaffRights = endpoint('PUT', '/api/staff/{id}/rights', {
  name: 'changeStaffRights',
  summary: 'Change the rights of another admin. They count from the next request',
  access: 'admin',
  right: 'settings',
  params: z.strictObject({ id }),
  body: z.strictObject({ rights, currentPassword }),
  answer: staffMember,
  message: 'Rights saved.',
  errors: [
    'USER_NOT_FOUND',
    'OWN_RIGHTS_NOT_CHANGED',
    'CURRENT_PASSWORD_WRONG',
    'TOO_MANY_REQUESTS',
  ],
})
