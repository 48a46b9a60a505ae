import { notifyError } from './toast.ts'

type TextField = Pick<HTMLInputElement, 'value' | 'maxLength' | 'selectionEnd'>

/** Whether a field that has just received pasted text left out a part of it because of its maximum length. */
export function wasTruncated(field: TextField, pasted: string): boolean {
  const { value, maxLength, selectionEnd } = field
  // Half of an emoji is left out, too.
  if (maxLength < 0 || value.length < maxLength - 1) return false
  // The browser removes line breaks and spaces for some types of fields.
  const withoutSpaces = (text: string) => text.replace(/\s/g, '')
  if (selectionEnd === null) return !withoutSpaces(value).includes(withoutSpaces(pasted))
  return !withoutSpaces(value.slice(0, selectionEnd)).endsWith(withoutSpaces(pasted))
}

function report(event: ClipboardEvent) {
  const field = event.target
  const pasted = event.clipboardData?.getData('text') ?? ''
  if (event.defaultPrevented) return
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  // The browser inserts the text after this event.
  setTimeout(() => {
    if (!wasTruncated(field, pasted)) return
    const limit = field.maxLength.toLocaleString('en-IN')
    notifyError(`Only a part of the text was pasted: this field takes up to ${limit} characters.`)
  })
}

/** From now on, shows a message whenever pasted text does not fit into a field. The browser shows none. */
export function reportTruncatedPastes(): void {
  document.addEventListener('paste', report)
}
