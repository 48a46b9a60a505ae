import { Modal, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { User } from '@raahi/contract/users'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useDialog } from '../../ui/use-dialog.ts'
import classes from './command-palette.module.css'
import {
  fixedEntries,
  logoutEntry,
  matchEntries,
  type PaletteEntry,
  paletteGroups,
} from './palette-entries.ts'
import { usePaletteRecords } from './use-palette-records.ts'

const debounceMs = 250

interface CommandPaletteProps {
  user: User
  opened: boolean
  onClose: () => void
  onLogout: () => void
}

/** Finds screens, actions and records by a text, for the keyboard: arrows choose, Enter opens, Escape closes. */
export default function CommandPalette({ user, opened, onClose, onLogout }: CommandPaletteProps) {
  const shown = useDialog(opened, onClose)
  return (
    <Modal
      opened={shown}
      onClose={onClose}
      title="Go to"
      withCloseButton={false}
      size="38rem"
      yOffset="10dvh"
      classNames={{ header: classes.header, body: classes.body, content: classes.content }}
      overlayProps={{ color: 'var(--raahi-scrim)', backgroundOpacity: 1 }}
    >
      <Palette user={user} onClose={onClose} onLogout={onLogout} />
    </Modal>
  )
}

function Palette({ user, onClose, onLogout }: Omit<CommandPaletteProps, 'opened'>) {
  const navigate = useNavigate()
  const id = useId()
  const [text, setText] = useState('')
  /** The key of the chosen entry, because entries that are found later move it; null: the first. */
  const [active, setActive] = useState<string | null>(null)
  const [search] = useDebouncedValue(text, debounceMs)
  const { records, isSearching, hasFailed } = usePaletteRecords(user, search)
  const fixed = useMemo(() => fixedEntries(user), [user])
  const found = [...matchEntries(fixed, text), ...records]
  const entries = paletteGroups.flatMap((group) => found.filter((one) => one.group === group))
  const place = Math.max(
    0,
    entries.findIndex(({ key }) => key === active),
  )
  const chosen = entries[place]
  const chosenId = chosen && optionId(id, chosen)
  useActiveInView(chosenId)

  function open(entry: PaletteEntry | undefined) {
    if (!entry) return
    onClose()
    if (entry === logoutEntry) onLogout()
    else if (entry.to)
      void navigate(entry.to, { state: entry.action ? { action: entry.action } : null })
  }
  function onKeyDown(event: KeyboardEvent) {
    const last = entries.length - 1
    const next = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: last }[event.key]
    if (event.key === 'Enter') open(chosen)
    else if (next === undefined) return
    else setActive(entries[next > last ? 0 : next < 0 ? last : next]?.key ?? null)
    event.preventDefault()
  }
  const isPending = isSearching || search !== text
  return (
    <>
      <TextInput
        data-autofocus
        aria-label="Search screens, actions and records"
        placeholder="Name, number, phone, id or screen"
        leftSection={<IconSearch size={18} aria-hidden />}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={chosenId}
        autoComplete="off"
        maxLength={120}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setActive(null)
        }}
        onKeyDown={onKeyDown}
      />
      <Results id={id} entries={entries} chosen={chosen} onOpen={open} />
      {entries.length === 0 && !isPending && (
        <p className={classes.note}>Nothing matches ‘{text.trim()}’.</p>
      )}
      {isPending && text.trim().length > 1 && <p className={classes.note}>Searching records…</p>}
      {hasFailed && <p className={classes.note}>Some records could not be searched. Try again.</p>}
      <VisuallyHidden role="status">{isPending ? '' : `${entries.length} results`}</VisuallyHidden>
    </>
  )
}

const optionId = (id: string, entry: PaletteEntry) => `${id}-${entry.key.replaceAll(' ', '-')}`

interface ResultsProps {
  /** Of the palette. */
  id: string
  entries: readonly PaletteEntry[]
  chosen: PaletteEntry | undefined
  onOpen: (entry: PaletteEntry) => void
}

/** The found entries under the names of their groups. */
function Results({ id, entries, chosen, onOpen }: ResultsProps) {
  return (
    <div id={`${id}-list`} role="listbox" aria-label="Results" className={classes.list}>
      {paletteGroups.map((group) => {
        const ofGroup = entries.filter((entry) => entry.group === group)
        if (ofGroup.length === 0) return null
        return (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields.
          <div key={group} role="group" aria-label={group}>
            <p aria-hidden className={classes.group}>
              {group}
            </p>
            {ofGroup.map((entry) => (
              <Option
                key={entry.key}
                id={optionId(id, entry)}
                entry={entry}
                isChosen={entry === chosen}
                onOpen={onOpen}
              />
            ))}
          </div>
        )
      })}
    </div>
  )
}

interface OptionProps {
  id: string
  entry: PaletteEntry
  isChosen: boolean
  onOpen: (entry: PaletteEntry) => void
}

/** The focus stays in the text field, so an option is only clicked. */
function Option({ id, entry, isChosen, onOpen }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant names it.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys.
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className={classes.option}
      onClick={() => onOpen(entry)}
    >
      <bdi className={classes.label}>{entry.label}</bdi>
      {entry.detail && <bdi className={classes.detail}>{entry.detail}</bdi>}
    </div>
  )
}

function useActiveInView(id: string | undefined): void {
  const latest = useRef(id)
  useEffect(() => {
    if (id && id !== latest.current)
      document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
    latest.current = id
  }, [id])
}
