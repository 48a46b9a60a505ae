import { Link, useLocation, useNavigate } from 'react-router'
import { AuthCard } from '../../features/auth/auth-card.tsx'
import { readEmailFromHistory } from '../../features/auth/email-from-history.ts'
import { ForgotPasswordForm } from '../../features/auth/forgot-password-form.tsx'
import { readResetRequest } from '../../features/auth/reset-request.ts'

export const meta = () => [{ title: 'Forgot password · Raahi' }]

export default function ForgotPasswordPage() {
  const navigate = useNavigate()
  const { state } = useLocation()
  return (
    <AuthCard
      title="Forgot password?"
      text="Enter the email of your account. We will email you a 5-digit code."
      footer={
        <>
          Remembered it? <Link to="/auth/login">Back to login</Link>
        </>
      }
    >
      <ForgotPasswordForm
        email={readEmailFromHistory(state) || (readResetRequest()?.email ?? '')}
        onDone={() => navigate('/verify-otp')}
      />
    </AuthCard>
  )
}
