import { register, registerBody, registerByAdminBody } from '@raahi/contract/auth'
import type { User } from '@raahi/contract/users'
import { call } from '../../../lib/api.ts'
import { ApiError, type ApiErrorCode, errorMessage } from '../../../lib/api-error.ts'
import { fieldErrorsOf } from '../../../lib/form-errors.ts'
import { type CheckedForm, useCheckedForm } from '../../../lib/use-checked-form.ts'
import { useSingleRun } from '../../../lib/use-single-run.ts'

/** The field that a refusal belongs to. */
const fieldOfCode: Partial<Record<ApiErrorCode, string>> = {
  EMAIL_TAKEN: 'email',
  PHONE_TAKEN: 'phone',
  FILE_TOO_LARGE: 'kyc',
  UNSUPPORTED_FILE_TYPE: 'kyc',
}

/** The fields in the order of the screen. */
const blank = {
  name: '',
  companyName: '',
  email: '',
  phone: '',
  city: '',
  password: '',
  kyc: null as File | null,
  /** The error of the chosen document; '' if it is valid. */
  kycError: '',
}
export type RegistrationValues = typeof blank
export type RegistrationForm = CheckedForm<RegistrationValues>

/** The same call with an admin's session, which is exempt from the limit for visitors. */
const registerAsAdmin = { ...register, access: 'admin' } as const

interface RegistrationOptions {
  /** Whether an admin registers another person. The city is then required. */
  asAdmin?: boolean
  onDone: (user: User) => void
  onFailed: (error: unknown) => void
}

/** The state and the submission of the registration form. RegistrationFields renders it. */
export function useRegistration({ asAdmin = false, onDone, onFailed }: RegistrationOptions) {
  const { busy, run } = useSingleRun()
  const form = useCheckedForm<RegistrationValues>({
    initialValues: blank,
    validate: ({ kyc: _, kycError, ...fields }) => ({
      ...fieldErrorsOf(asAdmin ? registerByAdminBody : registerBody, fields),
      // Blocks the submission until the document is removed or replaced: the account would be created without it.
      ...(kycError && { kyc: kycError }),
    }),
  })

  const send = async (values: RegistrationValues) => {
    try {
      onDone(await call(asAdmin ? registerAsAdmin : register, { body: buildFormData(values) }))
    } catch (error) {
      onFailed(error)
      form.showErrors(fieldErrorsIn(error))
    }
  }
  const submit = form.onSubmit((values) => void run(() => send(values)))
  return { form, busy, submit }
}

function buildFormData({ kyc, kycError: _, ...fields }: RegistrationValues): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  if (kyc) data.set('kyc', kyc)
  return data
}

function fieldErrorsIn(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const field = fieldOfCode[error.code]
  return field
    ? { [field]: errorMessage(error, 'This is already in use.'), ...error.fieldErrors }
    : error.fieldErrors
}
