import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import classes from './list-head.module.css'
import { ToggleGroup } from './toggle-group.tsx'

const layouts = [
  { value: 'cards', text: 'Cards', icon: <IconLayoutGrid size={16} aria-hidden /> },
  { value: 'list', text: 'List', icon: <IconList size={16} aria-hidden /> },
] as const

export type ListLayout = (typeof layouts)[number]['value']

interface ListHeadProps {
  /** Id of the heading, which names the list's section. */
  id: string
  titleRef: RefObject<HTMLHeadingElement | null>
  title: ReactNode
  /** Undefined until the layout is known. */
  layout: ListLayout | undefined
  onLayout: (layout: ListLayout) => void
}

/** The heading of a list, with the choice of its layout. */
export function ListHead({ id, titleRef, title, layout, onLayout }: ListHeadProps) {
  return (
    <div className={classes.head}>
      <h2 id={id} ref={titleRef} tabIndex={-1} className={classes.heading}>
        {title}
      </h2>
      {layout && (
        <ToggleGroup label="Layout" options={layouts} value={layout} onChange={onLayout} />
      )}
    </div>
  )
}
