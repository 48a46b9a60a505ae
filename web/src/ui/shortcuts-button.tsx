import { ActionIcon } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'

/** Opens the keys of a list. Phones have no keyboard. */
export function ShortcutsButton({ onClick }: { onClick: () => void }) {
  return (
    <ActionIcon
      visibleFrom="md"
      variant="subtle"
      color="ink"
      size={40}
      aria-label="Keyboard shortcuts"
      onClick={onClick}
    >
      <IconKeyboard size={22} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}
