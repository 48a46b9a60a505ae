import { notifyError } from './toast.ts'

type TextField = Pick<HTMLInputElement, 'value' | 'maxLength'>

/** Whether the browser left out a part of the pasted text because the field reached its maximum length. */
export function wasCut(field: TextField, pasted: string): boolean {
  if (field.maxLength < 0 || field.value.length < field.maxLength) return false
  // A field joins or keeps the lines, and spaces at the ends may be removed.
  const withoutSpaces = (text: string) => text.replace(/\s/g, '')
  return !withoutSpaces(field.value).includes(withoutSpaces(pasted))
}

function report(event: ClipboardEvent) {
  const field = event.target
  const pasted = event.clipboardData?.getData('text') ?? ''
  if (event.defaultPrevented) return
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  // The browser inserts the text after this event.
  setTimeout(() => {
    if (!wasCut(field, pasted)) return
    const limit = field.maxLength.toLocaleString('en-IN')
    notifyError(`Only a part of the text was pasted: this field takes up to ${limit} characters.`)
  })
}

/** From now on, shows a message whenever pasted text does not fit into a field. The browser cuts it without a sign. */
export function reportCutPastes(): void {
  document.addEventListener('paste', report)
}
