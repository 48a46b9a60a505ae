import { useMediaQuery } from '@mantine/hooks'
import { type CSSProperties, type ReactNode, useId, useRef } from 'react'
import type { ChangeOptions } from '../lib/use-address-params.ts'
import item from './queue-item.module.css'
import classes from './split-list.module.css'

/** The two lines of a row. */
export interface SplitRow {
  title: ReactNode
  /** Smaller, after the title: the reference or the name of a person. */
  note?: ReactNode
  age: string
  text: ReactNode
  /** What should be seen before the record is opened: its decision, or the strongest doubt. */
  sign?: ReactNode
}

interface SplitListProps<Item> {
  label: string
  items: readonly Item[]
  /** The id of a record in the address and for the keys of the list. */
  idOf: (record: Item) => string
  /** The filters in the address, which has the record whose detail is shown. */
  list: {
    filters: { open?: string | undefined; page: number }
    change: (changed: { open: string | undefined; page: number }, options: ChangeOptions) => void
  }
  row: (record: Item) => SplitRow
  /** Before the row: a checkbox. */
  beforeRow?: (record: Item) => ReactNode
  /** `isGone`: it left the list, and `keeps` keeps it. */
  detail: (record: Item, isBeside: boolean, isGone: boolean) => ReactNode
  /** Whether the shown record stays in its place when it leaves the list, until another one is opened. */
  keeps?: (record: Item) => boolean
  /** Width of the list beside a detail. */
  listWidth?: string
}

/** The keys of the rows and of the detail, for `use-list-shortcuts.ts`. */
export const splitKeys = { rowAttribute: 'data-row', detail: '[data-detail]' }

/** Records in rows of 64 px. On wide screens the detail of one is beside them, on narrow screens below its row. */
export function SplitList<Item>({
  label,
  items,
  idOf,
  list,
  row,
  beforeRow,
  detail,
  keeps,
  listWidth,
}: SplitListProps<Item>) {
  const isWide =
    useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false }) ?? false
  const { open: openId, page } = list.filters
  const { shown, at } = useOpenItem({ items, idOf, openId, keeps, isWide })
  const isGone = shown !== undefined && !items.includes(shown)
  const rows = isGone && !isWide ? [...items.slice(0, at), shown, ...items.slice(at)] : items
  const open = (id: string) => {
    const isOpen = !isWide && shown !== undefined && id === idOf(shown)
    list.change({ open: isOpen ? undefined : id, page }, { replace: true })
  }
  return (
    <div
      className={isWide ? classes.split : undefined}
      style={listWidth ? ({ '--split-list': listWidth } as CSSProperties) : undefined}
    >
      <ul className={classes.list} aria-label={label}>
        {rows.map((record) => (
          <Row
            key={idOf(record)}
            id={idOf(record)}
            row={row(record)}
            before={beforeRow?.(record)}
            isOpen={record === shown}
            opensOnFocus={isWide}
            onOpen={open}
          >
            {!isWide && record === shown && detail(record, false, isGone)}
          </Row>
        ))}
      </ul>
      {isWide && shown && detail(shown, true, isGone)}
    </div>
  )
}

interface OpenItem<Item> {
  shown: Item | undefined
  /** Its place in the list, or the place that it had there. */
  at: number
}

/**
 * The record whose detail is shown. Beside a list there always is one. When the shown record leaves the list because it was
 * decided, the one that followed it is shown. A record that joins the list changes nothing.
 */
function useOpenItem<Item>({
  items,
  idOf,
  openId,
  keeps,
  isWide,
}: Pick<SplitListProps<Item>, 'items' | 'idOf' | 'keeps'> & {
  /** As the address has it. */
  openId: string | undefined
  isWide: boolean
}): OpenItem<Item> {
  const last = useRef<OpenItem<Item> & { openId: string | undefined; ids: string[] }>({
    openId: undefined,
    ids: [],
    shown: undefined,
    at: -1,
  })
  const { shown } = last.current
  if (openId === last.current.openId && shown && !hasItem(items, idOf, shown)) {
    if (keeps?.(shown)) return last.current
  }
  const candidates = [openId, ...(openId === last.current.openId ? last.current.ids : [])]
  const ids = items.map(idOf)
  const shownId = candidates.find((id) => id !== undefined && ids.includes(id))
  const at = shownId === undefined ? (isWide ? 0 : -1) : ids.indexOf(shownId)
  const isShown = isWide || openId !== undefined
  // The shown record, those after it, and those before it, the nearest first.
  const order = at < 0 ? [] : [...ids.slice(at), ...ids.slice(0, at).reverse()]
  last.current = { openId, ids: isShown ? order : [], shown: isShown ? items[at] : undefined, at }
  return last.current
}

function hasItem<Item>(items: readonly Item[], idOf: (item: Item) => string, wanted: Item) {
  return items.some((item) => idOf(item) === idOf(wanted))
}

interface RowProps {
  id: string
  row: SplitRow
  before: ReactNode
  isOpen: boolean
  /** Beside a list whose detail has a separate place, the row that has the focus is open. */
  opensOnFocus: boolean
  onOpen: (id: string) => void
  /** The detail, shown below the row on narrow screens. */
  children: ReactNode
}

function Row({ id, row, before, isOpen, opensOnFocus, onOpen, children }: RowProps) {
  return (
    <li className={classes.item} data-open={isOpen || undefined}>
      <div className={classes.row}>
        {before}
        <button
          type="button"
          className={classes.open}
          data-row={id}
          {...(opensOnFocus
            ? { 'aria-current': isOpen, onFocus: () => onOpen(id) }
            : { 'aria-expanded': isOpen })}
          onClick={() => onOpen(id)}
        >
          <span className={classes.line}>
            <bdi className={classes.name}>{row.title}</bdi>{' '}
            <span className={classes.note}>{row.note}</span>
          </span>
          <span className={classes.age}>{row.age}</span>
          <span className={`${classes.line} ${classes.quiet}`}>{row.text}</span>
          {row.sign && <span className={classes.sign}>{row.sign}</span>}
        </button>
      </div>
      {children}
    </li>
  )
}

interface SplitDetailProps {
  title: ReactNode
  note?: ReactNode
  badges: ReactNode
  /** Whether it is beside the list, where it stays in view. */
  isBeside: boolean
  /** The buttons, which stay in view. */
  actions?: ReactNode
  /** Set if the buttons follow the content instead, because they come with long texts. */
  hasLongActions?: boolean
  children: ReactNode
}

/** One record with all that a decision needs, and the decision. */
export function SplitDetail({
  title,
  note,
  badges,
  isBeside,
  actions,
  hasLongActions = false,
  children,
}: SplitDetailProps) {
  const id = useId()
  return (
    <article
      className={`${classes.detail} ${isBeside ? classes.beside : ''}`}
      aria-labelledby={id}
      data-detail
    >
      <div className={item.head}>
        <h3 id={id} className={item.title}>
          <bdi>{title}</bdi>
          {note && <span className={item.detail}>{note}</span>}
        </h3>
        <div className={item.badges}>{badges}</div>
      </div>
      {children}
      {actions ? (
        <div
          className={`${item.actions} ${classes.actions}`}
          data-follows={hasLongActions || undefined}
        >
          {actions}
        </div>
      ) : (
        <div className={classes.end} />
      )}
    </article>
  )
}
