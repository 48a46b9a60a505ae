import { Tabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
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
  const list = useRef<HTMLDivElement>(null)
  const texts = tabs.map(([, text]) => text).join()
  // A figure that comes later makes a tab wider and moves the chosen one.
  useEffect(() => {
    if (list.current) showChosen(list.current)
  }, [value, texts])
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
      <Tabs.List ref={list} aria-label={label}>
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

/** Where the tabs are wider than a phone, the chosen one is moved into sight; the page itself stays where it is. */
function showChosen(list: HTMLElement) {
  const tab = list.querySelector('[aria-selected="true"]')
  if (!tab) return
  const { left, right } = list.getBoundingClientRect()
  const place = tab.getBoundingClientRect()
  if (place.left < left) list.scrollLeft -= left - place.left
  if (place.right > right) list.scrollLeft += place.right - right
}
