import type { Errors, Texts } from '@raahi/contract/form-field'

// Reads the fields of a form whose inputs are uncontrolled.

type Control = HTMLInputElement | HTMLSelectElement

export function findControl(form: HTMLFormElement | null, name: string): Control | null {
  const field = form?.elements.namedItem(name)
  return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field : null
}

/** The texts of these fields; 'on' or '' for a checkbox. An incomplete date is not empty. */
export function readTexts<Field extends string>(
  form: HTMLFormElement,
  names: readonly Field[],
): Texts<Field> {
  const entries = names.map((name) => [name, readText(findControl(form, name))])
  return Object.fromEntries(entries) as Texts<Field>
}

function readText(control: Control | null): string {
  if (control === null) return ''
  if (control.type === 'checkbox') return (control as HTMLInputElement).checked ? 'on' : ''
  const { badInput, customError } = control.validity
  return badInput || customError ? 'incomplete' : control.value
}

/** Moves the focus to the first field with an error. */
export function focusFirstError<Field extends string>(
  form: HTMLFormElement | null,
  names: readonly Field[],
  errors: Errors<Field>,
): void {
  const first = names.find((name) => errors[name] !== undefined)
  if (first) findControl(form, first)?.focus()
}

/** The field that shows the error of a rule over several fields, for each other field of the rule. */
const errorFieldOf: Record<string, string> = {
  travelDays: 'travelNights',
  children: 'adult',
  infant: 'adult',
  destination: 'leadType',
}

/** The errors that remain after a field was changed. */
export function removeErrorsOf<Field extends string>(
  changed: string,
  errors: Errors<Field>,
): Errors<Field> {
  const kept = Object.entries(errors).filter(
    ([name]) => name !== changed && name !== errorFieldOf[changed],
  )
  return Object.fromEntries(kept) as Errors<Field>
}
