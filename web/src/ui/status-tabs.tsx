import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './status-tabs.module.css'

interface StatusTabsProps<T extends string> {
  label: string
  tabs: readonly (readonly [value: T, label: string])[]
  value: T
  onChange: (value: T) => void
  /** The list of the chosen tab. */
  children: ReactNode
}

/** A list in tabs, by its status say. Arrow keys go from tab to tab. */
export function StatusTabs<T extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: StatusTabsProps<T>) {
  return (
    <Tabs
      value={value}
      onChange={(chosen) => {
        const tab = tabs.find(([one]) => one === chosen)
        if (tab) onChange(tab[0])
      }}
      keepMounted={false}
      classNames={{ list: classes.list, tab: classes.tab }}
    >
      <Tabs.List aria-label={label}>
        {tabs.map(([one, text]) => (
          <Tabs.Tab key={one} value={one}>
            {text}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(([one]) => (
        <Tabs.Panel key={one} value={one} className={classes.panel}>
          {children}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
