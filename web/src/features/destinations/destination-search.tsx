import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import buttons from '../../ui/plain-button.module.css'
import classes from './destination-search.module.css'
import type { Place } from './places.ts'

/** The list of places and the search load on first use. */
const loadFinder = () => import('./public/find-places.ts')
type Finder = Awaited<ReturnType<typeof loadFinder>>

/**
 * The search box: finds destinations while the visitor types. It opens the chosen destination's page, or the quote
 * form with the place filled in. Without JavaScript it opens the list of destinations.
 */
export function DestinationSearch() {
  const id = useId()
  const search = useDestinationSearch()
  const { results, active, isOpen } = search
  return (
    <search className={classes.search}>
      <form action="/destinations" onSubmit={search.submit} className={classes.form}>
        <label htmlFor={`${id}-text`} className={classes.label}>
          Where would you like to go?
        </label>
        <div className={classes.row}>
          <svg viewBox="0 0 24 24" width="22" height="22" className={classes.pin} aria-hidden>
            <path d="M12 21c-4-5-7-8-7-11.500a7 7 0 0 1 14 0C19 13 16 16 12 21Z" />
            <circle cx="12" cy="9.500" r="2.500" />
          </svg>
          <input
            id={`${id}-text`}
            name="q"
            type="text"
            value={search.text}
            onChange={(event) => search.type(event.target.value)}
            onFocus={search.openList}
            onBlur={search.closeList}
            onKeyDown={search.moveByKey}
            placeholder="Goa, Munnar, Leh…"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={80}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
            className={classes.input}
          />
          <button type="submit" className={`${buttons.main} ${classes.button}`}>
            Search
          </button>
        </div>
      </form>
      <Options id={id} results={results} active={active} isOpen={isOpen} onChoose={search.choose} />
    </search>
  )
}

interface OptionsProps {
  id: string
  results: readonly Place[]
  active: number
  isOpen: boolean
  onChoose: (place: Place) => void
}

function Options({ id, results, active, isOpen, onChoose }: OptionsProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Destinations"
      className={classes.list}
      hidden={!isOpen}
    >
      {results.map((place, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys.
        <div
          key={place.name}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={classes.option}
          // Before the field loses its focus, which would close the list.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(place)}
        >
          <span>{place.name}</span>
          <span className={classes.region}>{place.region}</span>
        </div>
      ))}
    </div>
  )
}

function useDestinationSearch() {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [finder, setFinder] = useState<Finder | null>(null)
  const results = finder ? listResults(text, finder) : []

  function openPlace(place: Place, { placePath }: Finder) {
    setOpen(false)
    setText(place.name)
    void navigate(placePath(place))
  }
  return {
    text,
    results,
    /** The position of the marked result; -1 for the text field. */
    active,
    isOpen: open && results.length > 0,
    openList() {
      setOpen(true)
      // If the script cannot be loaded, the button loads it again.
      if (finder === null) loadFinder().then(setFinder, () => undefined)
    },
    closeList: () => setOpen(false),
    type(typed: string) {
      setText(typed)
      setActive(-1)
      setOpen(true)
    },
    moveByKey(event: KeyboardEvent) {
      const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
      const step = steps[event.key]
      if (event.key === 'Escape') setOpen(false)
      if (step === undefined) return
      event.preventDefault()
      setOpen(true)
      // The position after the last option and before the first is the text field.
      const places = results.length + 1
      setActive(((active + 1 + step + places) % places) - 1)
    },
    choose: (place: Place) => finder && openPlace(place, finder),
    async submit(event: FormEvent) {
      event.preventDefault()
      if (text.trim() === '' && active < 0) return navigate('/destinations')
      const loaded = finder ?? (await loadFinder())
      const place = results[active] ?? loaded.resolvePlace(text)
      if (place) openPlace(place, loaded)
    },
  }
}

/** The places found. A typed text that would lead elsewhere comes first. */
function listResults(text: string, { findPlaces, resolvePlace, unlistedRegion }: Finder): Place[] {
  const resolved = resolvePlace(text)
  return resolved?.region === unlistedRegion ? [resolved, ...findPlaces(text, 5)] : findPlaces(text)
}
