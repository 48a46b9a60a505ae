curl -X POST https://public-url.invalid/api/intake/leads/batch \
  -H 'Authorization: Bearer YOUR_KEY' \
  -H 'Content-Type: application/json' \
  -d '{
    "leads": [
      {
        "externalId": "crm-1002",
        "name": "Vikram Shah",
        "phone": "+919876543211",
        "destination": "Kerala",
        "consent": {
          "text": "A travel agent may call me about my trip.",
          "at": "2026-11-29T10:05:00+05:30"
        }
      },
      {
        "externalId": "crm-1003",
        "name": "Meera Iyer",
        "phone": "12345",
        "destination": "Jaipur",
        "consent": {
          "text": "A travel agent may call me about my trip.",
          "at": "2026-11-29T10:10:00+05:30"
        }
      }
    ]
  }'
