import { cityNotGiven, destinationOpen } from '@raahi/contract/lead-texts'

interface TripRouteProps {
  trip: { city: string | null; destination: string | null }
}

/** 'Pune to Goa'. Says if either place is unknown. Each name keeps its writing direction. */
export function TripRoute({ trip: { city, destination } }: TripRouteProps) {
  if (!city && !destination) return <>City and destination not given</>
  if (!destination) {
    return (
      <>
        From <bdi>{city}</bdi>, {destinationOpen.toLowerCase()}
      </>
    )
  }
  if (!city) {
    return (
      <>
        To <bdi>{destination}</bdi>, {cityNotGiven.toLowerCase()}
      </>
    )
  }
  return (
    <>
      <bdi>{city}</bdi> to <bdi>{destination}</bdi>
    </>
  )
}
