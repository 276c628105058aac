import type { RareWords } from "../../catalogue.ts";

/** The texts of the end, in French. */
export const words: RareWords["end"] = {
  connected: (institution) => `Connexion à ${institution} réussie`,
  connectedAgain: (institution) => `Connexion à ${institution} rétablie`,
  connectedHelp: (clientName) => `${clientName} peut désormais lire ce que vous partagez.`,
  shared: "Comptes partagés",
  rest: (count) => `${count} de plus`,
  kinds: "Ce qui est lu",
  until: "Fin de l’accès",
  untilEnded: "Quand vous ou votre banque y mettez fin",
  manage: "Voir ou arrêter le partage",
  finish: (clientName) => `Retour à ${clientName}`,
  numbersSaved: "Vos numéros de compte sont enregistrés",
  depositsToCome: (clientName) =>
    `Deux petits virements arriveront d’ici un à deux jours ouvrés. Revenez alors sur ${clientName} pour saisir leurs montants.`,
  confirmed: "Votre compte est confirmé",
  fileAdded: "Votre fichier est ajouté",
  fileAddedHelp: (clientName) =>
    `${clientName} peut lire ses opérations. Revenez avec un fichier plus récent quand vous en aurez un.`,
};
