// How a trip reads where its city or destination is unknown. Without zod, for mails and public pages too.

interface Route {
  city: string | null
  destination: string | null
}

export const cityNotGiven = 'City not given'
export const destinationOpen = 'Destination open'

/** 'Pune to Goa', also where one of the two is unknown. */
export function routeText({ city, destination }: Route): string {
  if (city && destination) return `${city} to ${destination}`
  if (destination) return `To ${destination}, city not given`
  if (city) return `From ${city}, destination open`
  return 'City not given, destination open'
}

/** On sale: buying gives a phone number and no email. */
export const phoneOnly = 'Phone only'
/** Once it is bought. */
export const noEmailGiven = 'No email given'
