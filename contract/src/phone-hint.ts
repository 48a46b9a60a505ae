/** Shown below every field for a phone number. */
export const phoneHint = 'Outside India: + and the country code, such as +44.'
