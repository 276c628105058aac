import type { NewerFileWords } from "../newer-file.ts";

/** The texts of the account site's upload of a newer file, in French. */
export const newerFile: NewerFileWords = {
  title: "Ajouter un fichier plus récent",
  help: "Déposez ici un fichier de votre banque : OFX, QIF, CSV, MT940 ou camt. Les opérations déjà présentes ne sont pas ajoutées une seconde fois.",
  choose: "Choisir un fichier",
  sending: (percent) => `Envoi de votre fichier · ${percent}\u00a0%`,
  reading: (percent) => `Lecture de votre fichier${percent === null ? "" : ` · ${percent}\u00a0%`}`,
  added: (count) =>
    count === 1 ? "Une opération a été ajoutée." : `${count} opérations ont été ajoutées.`,
  noneAdded: "Votre fichier ne contient rien de nouveau.",
  tooLarge: "Ce fichier est trop volumineux. Veuillez télécharger une période plus courte.",
  failed: "Votre fichier n’a pas été ajouté. Veuillez réessayer plus tard.",
  noAnswer: "Votre fichier ne nous est pas parvenu. Vérifiez votre connexion et réessayez.",
  whichAccount: "De quel compte est ce fichier ?",
  order: "Comment ce fichier écrit-il le 2 janvier ?",
  dayFirst: "02/01, le jour d’abord",
  monthFirst: "01/02, le mois d’abord",
  repeats:
    "Certaines opérations ressemblent à celles de fichiers précédents, sous d’autres mots. Sont-ce les mêmes ?",
  same: "Les mêmes",
  other: "D’autres",
  elsewhere: "Ajoutez ce fichier dans l’application : nous vous y demandons ce qu’il ne dit pas.",
  cancel: "Annuler",
};
