import { Button, Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { queryClient } from '../../lib/query-client.ts'
import dialog from '../../ui/dialog.module.css'
import { useDialog } from '../../ui/use-dialog.ts'
import classes from './login-dialog.module.css'
import { LoginForm } from './login-form.tsx'
import { loadSecondStep, type SecondStep } from './second-step.ts'

/** Above all other dialogs and below the messages. */
const zIndex = 450

export interface LoginDialogProps {
  opened: boolean
  /** The email of the user whose session has ended. */
  email: string
  /** Closes the page that is open below. */
  onLeave: () => void
}

/**
 * The login after a session has ended by itself. It covers the page, which stays open with what was typed but may show
 * contacts. It closes once the same user is logged in, here or in another tab.
 */
export default function LoginDialog({ opened, email, onLeave }: LoginDialogProps) {
  const shown = useDialog(opened, null)
  useEffect(() => {
    if (!opened) return
    // The screens' requests have failed meanwhile.
    return () => void queryClient.invalidateQueries()
  }, [opened])
  return (
    <Modal
      opened={shown}
      onClose={() => undefined}
      title="You were logged out"
      centered
      size="25rem"
      zIndex={zIndex}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      classNames={{ title: dialog.title, header: dialog.header, content: dialog.content }}
      overlayProps={{ color: 'var(--raahi-paper)', backgroundOpacity: 1 }}
    >
      <LoginSteps email={email} />
      <Button variant="subtle" color="ink" fullWidth mt="xs" onClick={onLeave}>
        Leave this page
      </Button>
    </Modal>
  )
}

function LoginSteps({ email }: { email: string }) {
  const [emailOrPhone, setEmailOrPhone] = useState(email)
  const [second, setSecond] = useState<SecondStep | null>(null)
  if (second) {
    return (
      <>
        <p className={classes.text}>One more step: two-factor login is on for your account.</p>
        <second.Form challenge={second.challenge} onEnded={() => setSecond(null)} />
      </>
    )
  }
  return (
    <>
      <p className={classes.text}>
        Log in again to continue. What you typed on this page is still here.
      </p>
      <LoginForm
        emailOrPhone={emailOrPhone}
        staysOpen
        onChallenge={async (challenge, typed) => {
          setSecond({ challenge, Form: await loadSecondStep() })
          setEmailOrPhone(typed)
        }}
      />
    </>
  )
}
