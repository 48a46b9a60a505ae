import { Switch } from '@mantine/core'
import { useState } from 'react'
import { KeyList } from '../../../ui/key-list.tsx'
import { ViewModal } from '../../../ui/view-modal.tsx'
import { areShortcutsOn, turnShortcuts } from './lead-shortcuts.ts'

const shortcuts = [
  ['j', 'Next lead'],
  ['k', 'Previous lead'],
  ['b', 'Buy the lead'],
  ['/', 'Search by name'],
  ['?', 'This help'],
] as const

/** The keys of the marketplace, and a switch that turns them off. */
export default function ShortcutsDialog(props: { opened: boolean; onClose: () => void }) {
  const [isOn, setIsOn] = useState(areShortcutsOn)
  return (
    <ViewModal
      opened={props.opened}
      onClose={props.onClose}
      title="Keyboard shortcuts"
      closeLabel="Close"
      size="24rem"
    >
      <KeyList keys={shortcuts} />
      <p>Buying always asks you first. The keys do nothing while you type.</p>
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
