import { type UseFormReturnType, useForm } from '@mantine/form'
import { register, registerBody, registerByAdminBody } from '@raahi/contract/auth'
import type { User } from '@raahi/contract/users'
import { call } from '../../../lib/api.ts'
import { ApiError, type ApiErrorCode, errorMessage } from '../../../lib/api-error.ts'
import { fieldErrorsOf } from '../../../lib/form-errors.ts'
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
export type RegistrationForm = UseFormReturnType<RegistrationValues>

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
  const form = useForm<RegistrationValues>({
    initialValues: blank,
    validate: ({ kyc: _, kycError, ...fields }) => ({
      ...fieldErrorsOf(asAdmin ? registerByAdminBody : registerBody, fields),
      // Blocks the submission until the document is removed or replaced: the account would be created without it.
      ...(kycError && { kyc: kycError }),
    }),
  })

  const focusFirst = (invalidFields: Record<string, unknown>) => {
    const first = Object.keys(blank).find((field) => field in invalidFields)
    if (first) form.getInputNode(first)?.focus()
  }

  const send = async (values: RegistrationValues) => {
    try {
      onDone(await call(asAdmin ? registerAsAdmin : register, { body: buildFormData(values) }))
    } catch (error) {
      onFailed(error)
      const invalidFields = fieldErrorsIn(error)
      form.setErrors(invalidFields)
      focusFirst(invalidFields)
    }
  }
  const submit = form.onSubmit((values) => void run(() => send(values)), focusFirst)
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
