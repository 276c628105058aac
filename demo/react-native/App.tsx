import { useState } from "react";
import { Button, Text, View } from "react-native";
import { useServiceLink } from "service-link/react-native";

/** Your server, which creates link tokens and exchanges public tokens. */
const SERVER = "https://shop.example";

/** A screen that connects a bank account. */
export function App() {
  const [institution, setInstitution] = useState<string | null>();
  const { open, ready, error, modal } = useServiceLink({
    origin: "https://link.example.com",
    getToken: async () => (await fetch(`${SERVER}/link-token`, { method: "POST" })).text(),
    redirectUri: `${SERVER}/back`,
    onSuccess: (publicToken, metadata) => {
      fetch(`${SERVER}/exchange`, { method: "POST", body: publicToken });
      setInstitution(metadata.institution.name);
    },
  });
  return (
    <View>
      <Button title="Connect a bank account" disabled={!ready} onPress={open} />
      {error && <Text>{error.message}</Text>}
      {institution && <Text>Connected: {institution}</Text>}
      {modal}
    </View>
  );
}
