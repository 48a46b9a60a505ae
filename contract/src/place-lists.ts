/** Splits a text of places at its commas. */
export function placesOf(text: string): string[] {
  return text
    .split(',')
    .map((place) => place.trim())
    .filter((place) => place !== '')
}
