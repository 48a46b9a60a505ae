import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useId } from 'react'
import classes from './colour-scheme-switch.module.css'
import hidden from './visually-hidden.module.css'

const choices = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'Same as device', icon: IconDeviceDesktop },
] as const satisfies readonly { value: MantineColorScheme; label: string; icon: typeof IconSun }[]

/** Chooses light, dark or the system's scheme. `onShell` adapts it to the dark sidebar. */
export function ColourSchemeSwitch({ onShell = false }: { onShell?: boolean }) {
  const name = useId()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  // A prerendered page cannot know the stored choice, which is shown after hydration.
  const mounted = useMounted()
  const current = mounted ? colorScheme : 'auto'
  return (
    <fieldset className={classes.switch} data-on-shell={onShell || undefined}>
      <legend className={hidden.hidden}>Colour scheme</legend>
      {choices.map(({ value, label, icon: Icon }) => (
        <label key={value} className={classes.choice} title={label}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={current === value}
            onChange={() => setColorScheme(value)}
            aria-label={label}
            className={classes.radio}
          />
          <Icon size={18} stroke={1.75} aria-hidden />
        </label>
      ))}
    </fieldset>
  )
}
