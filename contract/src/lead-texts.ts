// How a trip reads where its city or destination is unknown. Without zod, for mails and public pages too.

export const cityNotGiven = 'City not given'
export const destinationOpen = 'Destination open'

/** On sale: buying gives a phone number and no email. */
export const phoneOnly = 'Phone only'
/** Once it is bought. */
export const noEmailGiven = 'No email given'
