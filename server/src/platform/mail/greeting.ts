/** What decides how a mail addresses the user that it goes to. */
export interface GreetedUser {
  name: string
  emailConfirmedAt: Date | null
}

/**
 * The first line of a mail. A name is text that its user wrote, so it goes to confirmed addresses alone: otherwise a person
 * could register the address of another and send them that text.
 */
export function greetingLine({ name, emailConfirmedAt }: GreetedUser): string {
  return emailConfirmedAt && name.trim() ? `Hello ${name.trim()},` : 'Hello,'
}
