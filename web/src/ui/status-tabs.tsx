import { Tabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './status-tabs.module.css'

interface StatusTabsProps<T extends string> {
  label: string
  tabs: readonly (readonly [value: T, label: string])[]
  value: T
  onChange: (value: T) => void
  /** The list of the selected tab. */
  children: ReactNode
}

/** A list in tabs, for example one per status. Arrow keys move between the tabs. */
export function StatusTabs<T extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: StatusTabsProps<T>) {
  const list = useRef<HTMLDivElement>(null)
  const texts = tabs.map(([, text]) => text).join()
  // A count that loads later widens a tab and moves the selected one.
  useEffect(() => {
    if (list.current) scrollToSelected(list.current)
  }, [value, texts])
  return (
    <Tabs
      value={value}
      onChange={(chosen) => {
        const tab = tabs.find(([tabValue]) => tabValue === chosen)
        if (tab) onChange(tab[0])
      }}
      keepMounted={false}
      classNames={{ list: classes.list, tab: classes.tab }}
    >
      <Tabs.List ref={list} aria-label={label}>
        {tabs.map(([tabValue, text]) => (
          <Tabs.Tab key={tabValue} value={tabValue}>
            {text}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(([tabValue]) => (
        <Tabs.Panel key={tabValue} value={tabValue} className={classes.panel}>
          {children}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** Scrolls the tab bar to the selected tab on narrow screens. The page does not scroll. */
function scrollToSelected(list: HTMLElement) {
  const tab = list.querySelector('[aria-selected="true"]')
  if (!tab) return
  const { left, right } = list.getBoundingClientRect()
  const tabRect = tab.getBoundingClientRect()
  if (tabRect.left < left) list.scrollLeft -= left - tabRect.left
  if (tabRect.right > right) list.scrollLeft += tabRect.right - right
}
