import { Link, useLocation, useNavigate } from 'react-router'
import { AuthCard } from '../../features/auth/auth-card.tsx'
import { ForgotPasswordForm } from '../../features/auth/forgot-password-form.tsx'
import { emailFrom } from '../../features/auth/handed-email.ts'
import { readResetRequest } from '../../features/auth/reset-request.ts'

export const meta = () => [{ title: 'Forgot password · Raahi' }]

export default function ForgotPasswordPage() {
  const navigate = useNavigate()
  const { state } = useLocation()
  return (
    <AuthCard
      title="Forgot password?"
      text="Enter the email of your account. We will email you a 5-digit code."
      foot={
        <>
          Remembered it? <Link to="/auth/login">Back to login</Link>
        </>
      }
    >
      <ForgotPasswordForm
        email={emailFrom(state) || (readResetRequest()?.email ?? '')}
        onDone={() => navigate('/verify-otp')}
      />
    </AuthCard>
  )
}
