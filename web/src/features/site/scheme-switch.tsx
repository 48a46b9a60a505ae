import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { colourSchemeAttribute, colourSchemeKey } from '../../ui/colour-scheme-script.ts'
import hidden from '../../ui/visually-hidden.module.css'
import classes from './scheme-switch.module.css'

type Scheme = 'light' | 'dark' | 'auto'

const choices: readonly { value: Scheme; label: string; icon: ReactNode }[] = [
  {
    value: 'light',
    label: 'Light',
    icon: (
      <path d="M12 7.500a4.500 4.500 0 1 0 0 9a4.500 4.500 0 0 0 0-9ZM12 2v2.500M12 19.500V22M2 12h2.500M19.500 12H22M4.900 4.900l1.800 1.800M17.300 17.300l1.800 1.800M4.900 19.100l1.800-1.800M17.300 6.700l1.800-1.800" />
    ),
  },
  {
    value: 'dark',
    label: 'Dark',
    icon: <path d="M20 14.500A8.500 8.500 0 1 1 9.500 4A7 7 0 0 0 20 14.500Z" />,
  },
  {
    value: 'auto',
    label: 'Same as device',
    icon: <path d="M4 4.500h16v11H4ZM9 20h6M12 15.500V20" />,
  },
]

/**
 * Chooses light, dark or the system's scheme. It shares its storage key with the dashboard's switch, and is hidden
 * without JavaScript.
 */
export function SchemeSwitch() {
  const chosen = useSyncExternalStore(subscribe, readChoice, () => 'auto' as const)
  useEffect(followSystem, [])
  return (
    <fieldset className={classes.switch}>
      <legend className={hidden.hidden}>Colour scheme</legend>
      {choices.map(({ value, label, icon }) => (
        <label key={value} className={classes.choice} title={label}>
          <input
            type="radio"
            name="colour-scheme"
            value={value}
            checked={chosen === value}
            onChange={() => choose(value)}
            aria-label={label}
            className={classes.radio}
          />
          <svg viewBox="0 0 24 24" width="18" height="18" className={classes.icon} aria-hidden>
            {icon}
          </svg>
        </label>
      ))}
    </fieldset>
  )
}

const systemIsDark = () => window.matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
/** The choice in this tab, if the browser refuses to store it. */
let inMemory: Scheme | undefined

function readChoice(): Scheme {
  if (inMemory) return inMemory
  try {
    const stored = localStorage.getItem(colourSchemeKey)
    return stored === 'light' || stored === 'dark' ? stored : 'auto'
  } catch {
    return 'auto'
  }
}

function choose(scheme: Scheme): void {
  try {
    localStorage.setItem(colourSchemeKey, scheme)
    inMemory = undefined
  } catch {
    inMemory = scheme
  }
  apply()
}

/** Applies the current choice to the page. */
function apply(): void {
  const choice = readChoice()
  const scheme = choice === 'auto' ? (systemIsDark().matches ? 'dark' : 'light') : choice
  document.documentElement.setAttribute(colourSchemeAttribute, scheme)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Follows the system's scheme and other tabs. Both may have changed since the first paint. */
function followSystem(): () => void {
  apply()
  const system = systemIsDark()
  const onStorage = (event: StorageEvent) => {
    if (event.key === colourSchemeKey || event.key === null) apply()
  }
  system.addEventListener('change', apply)
  window.addEventListener('storage', onStorage)
  return () => {
    system.removeEventListener('change', apply)
    window.removeEventListener('storage', onStorage)
  }
}
