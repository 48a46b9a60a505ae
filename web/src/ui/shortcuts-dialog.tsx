import { Switch } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { areShortcutsOn, turnShortcuts } from '../lib/use-list-shortcuts.ts'
import { KeyList } from './key-list.tsx'
import { ViewModal } from './view-modal.tsx'

interface ShortcutsDialogProps {
  keys: readonly (readonly [key: string, label: string])[]
  opened: boolean
  onClose: () => void
  /** What else a user should know. */
  children: ReactNode
}

/** The keys of a list, and a switch that turns them off. */
export function ShortcutsDialog({ keys, opened, onClose, children }: ShortcutsDialogProps) {
  const [isOn, setIsOn] = useState(areShortcutsOn)
  return (
    <ViewModal
      opened={opened}
      onClose={onClose}
      title="Keyboard shortcuts"
      closeLabel="Close"
      size="24rem"
    >
      <KeyList keys={keys} />
      {children}
      <Switch
        label="Use keyboard shortcuts"
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => {
          turnShortcuts(checked)
          setIsOn(checked)
        }}
      />
    </ViewModal>
  )
}
