import { type UseFormReturnType, useForm } from '@mantine/form'
import { ApiError } from './api-error.ts'

interface CheckedFormOptions<Values> {
  /** In the order of the fields. */
  initialValues: Values
  /** One text per invalid field, usually `fieldErrorsOf` a schema of the contract. */
  validate: (values: Values) => Record<string, string | undefined>
}

export interface CheckedForm<Values extends Record<string, unknown>>
  extends UseFormReturnType<Values> {
  /** Shows texts at their fields and gives the first one the focus. */
  showErrors(texts: Record<string, string | undefined>): void
  /** Shows the field texts of a refusal. Errors of another kind show nothing here. */
  showRefusal(error: unknown): void
  /** Replaces the values and discards errors; the form then has no unsaved input. */
  fill(values: Values): void
}

/** The form of a dialog or panel: the first invalid field receives the focus, after a check here or on the server. */
export function useCheckedForm<Values extends Record<string, unknown>>({
  initialValues,
  validate,
}: CheckedFormOptions<Values>): CheckedForm<Values> {
  const form = useForm<Values>({ initialValues, validate })
  const focusFirst = (texts: Record<string, unknown>) => {
    const first = Object.keys(form.values).find((field) => texts[field])
    if (first) form.getInputNode(first)?.focus()
  }
  const showErrors = (texts: Record<string, string | undefined>) => {
    form.setErrors(texts)
    focusFirst(texts)
  }
  return {
    ...form,
    onSubmit: (send, showInvalid = focusFirst) => form.onSubmit(send, showInvalid),
    showErrors,
    showRefusal: (error) => {
      if (error instanceof ApiError) showErrors(error.fieldErrors)
    },
    fill: (values) => {
      form.setInitialValues(values)
      form.setValues(values)
      form.clearErrors()
    },
  }
}
