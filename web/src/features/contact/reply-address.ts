import type { ContactMessage } from '@raahi/contract/contact'

/** Some mail programs cut what is longer than 2,000 characters. */
const longestLink = 1800

/** A mailto link with which the message is answered in the admin's own mail program, the message quoted as far as it fits. */
export function replyAddress({
  name,
  email,
  message,
}: Pick<ContactMessage, 'name' | 'email' | 'message'>): string {
  const to = email.split('@').map(encodeURIComponent).join('@')
  const head = `mailto:${to}?subject=${encodeURIComponent('Your message to Raahi')}&body=`
  const greeting = encodeURIComponent(`Dear ${name},\r\n\r\n\r\n\r\n`)
  return head + greeting + quoteWithin(message, longestLink - head.length - greeting.length)
}

/** The message quoted line by line, encoded, and cut between characters where it would be too long. */
function quoteWithin(message: string, room: number): string {
  let quoted = ''
  for (const character of `> ${message.replaceAll('\n', '\r\n> ')}`) {
    const next = encodeURIComponent(character)
    if (quoted.length + next.length > room) return quoted + encodeURIComponent('…')
    quoted += next
  }
  return quoted
}
