import type { Purchase } from '@raahi/contract/purchases'
import {
  formatReplacementReason,
  type ReplacementReason,
  reasonRequired,
  requestLeadReplacement,
} from '@raahi/contract/replacements'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useSession } from '../../lib/session.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { useAddPictures } from './pictures.api.ts'
import { useRequestReplacement } from './replacements.api.ts'
import { requestFailureText } from './request-failure.ts'

const empty = { code: '' as ReplacementReason | '', text: '', pictures: [] as File[] }
export type RequestValues = typeof empty

interface RequestOptions {
  purchase: Purchase | null
  /** Called before the purchases are refetched. */
  onDone: () => void
  /** Called when the request and all its pictures were sent. */
  onSent: () => void
}

/** The form of a replacement request. It sends the request first and then its pictures, which may be sent again. */
export function useReplacementRequest({ purchase, onDone, onSent }: RequestOptions) {
  const user = useSession((state) => state.user)
  const request = useRequestReplacement()
  const adding = useAddPictures()
  const form = useCheckedForm<RequestValues>({
    initialValues: empty,
    validate: (values) => ({
      ...requestErrors(purchase?.lead._id ?? '', values),
      ...(!user && { form: 'Please log in to request a lead replacement.' }),
    }),
  })
  form.watch('text', request.reset)
  form.watch('code', () => {
    form.clearErrors()
    request.reset()
  })
  const addPictures = (requestId: string, files: File[]) =>
    adding.mutate(
      { requestId, files },
      {
        onSuccess: (failures) => {
          if (failures.length === 0) return onSent()
          form.setFieldValue(
            'pictures',
            failures.map(({ file }) => file),
          )
        },
      },
    )
  const submit = form.onSubmit((values) => {
    if (request.data) return addPictures(request.data._id, values.pictures)
    if (!purchase) return
    onDone()
    request.mutate(bodyOf(purchase.lead._id, values), {
      onSuccess: ({ _id, status }) => {
        // A check may have approved the request at once.
        if (status !== 'pending' || values.pictures.length === 0) onSent()
        else addPictures(_id, values.pictures)
      },
    })
  })
  return {
    form,
    submit,
    adding,
    isSent: request.isSuccess,
    busy: request.isPending || adding.isPending,
    failure: form.errors.form || (request.isError && requestFailureText(request.error)),
    reset(): void {
      form.reset()
      request.reset()
      adding.reset()
    },
  }
}

function bodyOf(leadId: string, { code, text }: RequestValues) {
  const reason = code && formatReplacementReason({ code, text: text.trim() })
  return { leadId, reason }
}

/** All errors, each under its field. An error of the lead id, which has no field, is shown below the form. */
function requestErrors(leadId: string, values: RequestValues): Record<string, string | undefined> {
  const { code, text } = values
  if (code === '') return { code: reasonRequired }
  if (code === 'other' && text.trim() === '') return { text: reasonRequired }
  const errors = fieldErrorsOf(requestLeadReplacement.body, bodyOf(leadId, values))
  return { text: errors.reason, form: errors.leadId }
}
