import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { copyText } from '../../lib/copy-text.ts'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import { useOpenLater } from '../../ui/use-dialog.ts'
import { ViewModal } from '../../ui/view-modal.tsx'
import classes from './webhooks.module.css'

/** Shows the secret of a webhook, once. */
export default function SecretDialog({
  secret,
  opened,
  onClose,
}: {
  secret: string
  opened: boolean
  onClose: () => void
}) {
  const shown = useOpenLater(opened)
  const copy = async () => {
    if (await copyText(secret)) notifySuccess('Copied.')
    else notifyError('This browser does not allow copying. Select the secret and copy it.')
  }
  return (
    <ViewModal
      opened={shown}
      onClose={onClose}
      title="Signing secret"
      closeLabel="I have saved it"
      closesByButtonOnly
      size="34rem"
    >
      <p className={classes.intro}>
        Verify each message with it, with any library of Standard Webhooks. You will not see it
        again.
      </p>
      <code className={classes.secret}>{secret}</code>
      <Button
        mt="md"
        variant="default"
        leftSection={<IconCopy size={18} aria-hidden />}
        onClick={() => void copy()}
        data-autofocus
      >
        Copy secret
      </Button>
    </ViewModal>
  )
}
