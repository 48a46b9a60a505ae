import { gstStates } from './gst.ts'
import { findPlace } from './places.ts'

/** The code of the state that a place is in; undefined for a place abroad or one that is not listed. */
export function stateCodeOf(place: string): string | undefined {
  const region = findPlace(place)?.region
  return Object.keys(gstStates).find((code) => gstStates[code] === region)
}
