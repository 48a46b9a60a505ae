import type { Errors, Texts } from '@raahi/contract/form-field'

// Reads the fields of a form whose inputs are uncontrolled.

/** The text of a date that is half typed or impossible. No date field can show it. */
const incomplete = 'incomplete'

type Control = HTMLInputElement | HTMLSelectElement

/** @returns the control of a field; the first radio button of a choice */
export function findControl(form: HTMLFormElement | null, name: string): Control | null {
  const named = form?.elements.namedItem(name)
  const field = named instanceof RadioNodeList ? named[0] : named
  return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field : null
}

/** The text of a field; that of the checked radio button of a choice, and 'on' or '' for a checkbox. */
export function readText(form: HTMLFormElement, name: string): string {
  const named = form.elements.namedItem(name)
  if (named instanceof RadioNodeList) return named.value
  const control = findControl(form, name)
  if (control === null) return ''
  if (control.type === 'checkbox') return (control as HTMLInputElement).checked ? 'on' : ''
  const { badInput, customError } = control.validity
  return badInput || customError ? incomplete : control.value
}

/** Sets the text of a field. '' and unknown values leave no radio button checked. */
export function setText(form: HTMLFormElement, name: string, text: string): void {
  const named = form.elements.namedItem(name)
  if (named instanceof RadioNodeList) {
    for (const radio of named as unknown as Iterable<HTMLInputElement>) {
      radio.checked = radio.value === text
    }
    return
  }
  const control = findControl(form, name)
  if (!control) return
  control.value = control.type === 'date' && text === incomplete ? '' : text
}

/** The texts of these fields; 'on' or '' for a checkbox. An incomplete date is not empty. */
export function readTexts<Field extends string>(
  form: HTMLFormElement,
  names: readonly Field[],
): Texts<Field> {
  const entries = names.map((name) => [name, readText(form, name)])
  return Object.fromEntries(entries) as Texts<Field>
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
  const remaining = Object.entries(errors).filter(
    ([name]) => name !== changed && name !== errorFieldOf[changed],
  )
  return Object.fromEntries(remaining) as Errors<Field>
}
