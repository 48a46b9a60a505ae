import { type FormEvent, useState } from 'react'
import { destinations } from '../../destinations/public/destinations.ts'

interface PlaceOption {
  name: string
  label?: string
}

/** The options of the field for a place that is being filled in. The list of places loads with the first letter. */
export function usePlaceOptions() {
  const [options, setOptions] = useState<readonly PlaceOption[]>(destinations)
  async function loadOptions(event: FormEvent<HTMLInputElement>) {
    const field = event.currentTarget
    if (field.value.trim() === '')
      return setOptions(field.name === 'destination' ? destinations : [])
    const finder = await import('../../destinations/public/find-places.ts').catch(() => null)
    if (finder)
      setOptions(finder.findPlaces(field.value).map((place) => toOption(place, field.value)))
  }
  return { options, loadOptions }
}

/** A browser shows only options that contain the typed text, so the label repeats it for a place that has another name. */
function toOption({ name, region }: { name: string; region: string }, text: string): PlaceOption {
  const isOwnName = name.toLowerCase().includes(text.trim().toLowerCase())
  return { name, label: isOwnName ? region : `${text.trim()}: ${name}, ${region}` }
}

export function PlaceOptions({ id, options }: { id: string; options: readonly PlaceOption[] }) {
  return (
    <datalist id={id}>
      {options.map(({ name, label }) => (
        <option key={name} value={name} label={label} />
      ))}
    </datalist>
  )
}
