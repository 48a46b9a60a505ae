import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { Brand } from '../../ui/brand.tsx'

export default function HomePage() {
  return (
    <main>
      <Brand />
      <Button component={Link} to="/auth/login">
        Login
      </Button>
    </main>
  )
}
