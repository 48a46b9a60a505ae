import type { Errors, Texts } from './quote-fields.ts'

// What stands in the fields of a plain form, which keep their own text.

type Control = HTMLInputElement | HTMLSelectElement

export function controlOf(form: HTMLFormElement | null, name: string): Control | null {
  const field = form?.elements.namedItem(name)
  return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field : null
}

/** The texts of these fields; of a box, `on` or nothing. A date of which a part is missing is no empty one. */
export function textsOf<Field extends string>(
  form: HTMLFormElement,
  names: readonly Field[],
): Texts<Field> {
  const entries = names.map((name) => [name, textOf(controlOf(form, name))])
  return Object.fromEntries(entries) as Texts<Field>
}

function textOf(control: Control | null): string {
  if (control === null) return ''
  if (control.type === 'checkbox') return (control as HTMLInputElement).checked ? 'on' : ''
  const { badInput, customError } = control.validity
  return badInput || customError ? 'incomplete' : control.value
}

/** Brings whoever is filling in the form to the first field that is wrong. */
export function focusFirstWrong<Field extends string>(
  form: HTMLFormElement | null,
  names: readonly Field[],
  errors: Errors<Field>,
): void {
  const first = names.find((name) => errors[name] !== undefined)
  if (first) controlOf(form, first)?.focus()
}
