import type { ContactMessage } from '@raahi/contract/contact'

/** Some mail programs cut links that are longer than 2,000 characters. */
const maxLinkLength = 1800

/** A mailto link that opens a reply in the admin's mail program and quotes as much of the message as fits. */
export function replyAddress({
  name,
  email,
  message,
}: Pick<ContactMessage, 'name' | 'email' | 'message'>): string {
  const to = email.split('@').map(encodeURIComponent).join('@')
  const head = `mailto:${to}?subject=${encodeURIComponent('Your message to Raahi')}&body=`
  const greeting = encodeURIComponent(`Dear ${name},\r\n\r\n\r\n\r\n`)
  return head + greeting + quoteWithin(message, maxLinkLength - head.length - greeting.length)
}

/** Quotes the message line by line and encodes it. Cuts it between characters if it exceeds `maxLength`. */
function quoteWithin(message: string, maxLength: number): string {
  let quoted = ''
  for (const character of `> ${message.replaceAll('\n', '\r\n> ')}`) {
    const next = encodeURIComponent(character)
    if (quoted.length + next.length > maxLength) return quoted + encodeURIComponent('…')
    quoted += next
  }
  return quoted
}
