// Texts for the unknown details of a trip. Without zod, because public pages use them too.

export const cityNotGiven = 'City not given'
export const destinationOpen = 'Destination open'

/** For a lead that is for sale: its buyer gets a phone number and no email. */
export const phoneOnly = 'Phone only'
/** The same for a bought lead. */
export const noEmailGiven = 'No email given'

/** Beside the **** of an email that the traveller has not given. */
export const contactNotGiven = 'not given'
