/** Writings of one mailbox: case, full-width letters, invisible characters, letters with another lower case, other dots. */
export function spellingsOf(email: string): string[] {
  const [local = '', domain = ''] = email.split('@')
  const fullWidth = (text: string) =>
    text.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
  return [
    email,
    email.toUpperCase(),
    `${fullWidth(local)}@${domain}`,
    `${local}@${fullWidth(domain)}`,
    `${local}＠${domain}`,
    `${local}@${domain.replaceAll('.', '。')}`,
    `${local}@${domain.replaceAll('.', '․')}`,
    `${local}\u200b@${domain}`,
    `${local}@\u00ad${domain}`,
    `\u2060${email}`,
    email.replaceAll('s', 'ſ').replaceAll('k', '\u212a'),
  ]
}
